// How rows, hands, keys and amounts are said to people. Words only.

export const KEYS = {
  'akq-spades': 'A K Q ♠', 'akq-suited': 'A K Q suited', 'straight-flush': 'Straight flush',
  'three-of-a-kind': '3 of a kind', straight: 'Straight', 'coin-in': 'Coin In', 'j-pot': 'J-pot', 'game-over': 'Game Over',
};

export const keyLabel = (key) => KEYS[key] ?? `Seat ${key.slice(5)}`;

const HANDS = {
  akq_spades: 'A-K-Q of spades', akq_other: 'A-K-Q suited', straight_flush: 'straight flush',
  three_of_a_kind: 'three of a kind', straight: 'straight',
};

const TAGS = {
  akq_spades: 'A K Q ♠', akq_other: 'A K Q suited', straight_flush: 'str. flush', three_of_a_kind: '3 of a kind', straight: 'straight',
};

export const shortHand = (code) => TAGS[code] ?? code.replaceAll('_', ' ');

export const hand = (code) => HANDS[code] ?? code.replaceAll('_', ' ');

export const LAMPS = {
  off: 'lamp off', invite: 'lamp running: place your bet', seen: 'lamp flashing: chip seen',
  taken: 'lamp steady: fee taken', fault: 'lamp fast: late or blocked chip', '?': 'lamp changing',
};

export const ACCOUNTS = {
  drop: ['Drop', 'cash taken in'], meter: ['Meter', 'the jackpot'], reserve: ['Reserve', 'for fixed prizes'], overflow: ['Overflow', ''],
  house_fee: ['House fee', ''], house: ['House', 'seed, advances'], prizes: ['Prizes', 'paid to players'], tray: ['Tray', ''],
};

export function dollars(cents) {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString('en-US');
  return `${cents < 0 ? '−' : ''}$${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

// Microcents to dollars without a fraction ever being rounded away: BigInt, and all digits that are not zero.
export function exact(microcents) {
  const size = BigInt(microcents) < 0n ? -BigInt(microcents) : BigInt(microcents);
  const cents = size / 1000000n;
  const rest = String(size % 1000000n).padStart(6, '0').replace(/0+$/, '');
  const sign = BigInt(microcents) < 0n ? '−' : '';
  return `${sign}${(cents / 100n).toLocaleString('en-US')}.${String(cents % 100n).padStart(2, '0')}${rest}`;
}

const list = (seats) => (seats.length ? `seat${seats.length > 1 ? 's' : ''} ${seats.join(', ')}` : 'no seat');

const ROWS = {
  genesis: () => 'A new journal begins',
  boot: (f) => `The program started (start ${f.born})`,
  seeded: (f) => `The house seeds the meter: ${dollars(f.meter_cents)}`,
  coin_in: (f, row) => `Round ${row.round}: ${dollars(f.fee_cents)} each from ${list(f.seats)}; meter ${dollars(f.meter_cents)}`,
  win_claimed: (f) => `Seat ${f.seat} claims ${hand(f.hand)}`,
  claim_cleared: (f) => `Seat ${f.seat}: claim cleared`,
  verify_started: () => 'Key at JPH: the floor verifies',
  verify_ended: () => 'Key back at Run without a win',
  j_pot: (f) => f.wins.map((win) => `Seat ${win.seat} wins ${dollars(win.prize_cents)} with ${hand(win.hand)}`).join('; ') + envyWords(Object.entries(f.envy)),
  meter_adjusted: (f) => `Displays go to ${dollars(f.meter_cents)}`,
  game_over: (f, row) => `Round ${row.round} is over`,
  round_voided: (f, row) => `Round ${row.round} is void: ${dollars(f.returned_cents)} returned`,
  out_of_service: (f) => `Out of service: ${f.text}`,
  back_in_service: () => 'Back in service',
  service_entered: () => 'Service mode: nothing is booked',
  service_left: () => 'Service mode left',
  fault_raised: (f) => f.text,
  fault_cleared: (f) => `Settled: ${f.code.replaceAll('_', ' ')}`,
  snapshot: () => 'Snapshot: where a restart begins',
};

// [[seat, cents], ...] as "; envy $100.00 to seats 1, 4": the seats that get the same together.
export function envyWords(paid) {
  const shares = new Map();
  for (const [seat, cents] of paid) shares.set(cents, [...(shares.get(cents) ?? []), seat]);
  return [...shares].map(([cents, seats]) => `; envy ${dollars(cents)} to ${list(seats)}`).join('');
}

export const rowWords = (row) => (ROWS[row.type] ?? (() => row.type.replaceAll('_', ' ')))(row.facts, row);
