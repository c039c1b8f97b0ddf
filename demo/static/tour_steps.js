// One winning round, step by step: what to touch, what the step needs of the table, and when it is done. Facts alone decide.

import { get } from '/facts.js';

export const [WINNER, NEIGHBOUR] = [2, 5];
export const HANDS = { [WINNER]: 'AsKsQs', [NEIGHBOUR]: '2c7dJh' };

const chips = () => get('world')?.chips ?? [];
const chip = (seat) => chips().includes(seat);
const key = () => get('world')?.key;
const state = () => get('round')?.state;
const betting = () => state() === 'betting';
const playing = () => state() === 'in_play' && get('round').seats.includes(WINNER);
const claimed = () => playing() && get('round').claims.some((claim) => claim.seat === WINNER);
const dealt = () => (get('laid')?.[WINNER] ?? []).join('') === HANDS[WINNER];
const paid = () => state() === 'in_play' && get('meter')?.state === 'win';

// The seat that waits for its hand key is told by no document: it is pressed until the table refuses it.
export const picked = { seat: null, refused: false };

// `run`: the floor's key has to be there. `shuffler`: it has to be able to deal.
export const STEPS = [
  { at: 'key-game-over', title: 'First, finish this round', text: 'A round is still open. Bring it to its end, then the tour begins.', quiet: true,
    needs: () => true, done: () => betting() && key() === 'run' && !chips().length, order: () => ({ do: 'finish' }) },
  { at: `puck-${WINNER}`, title: 'Seat 2 bets a dollar', text: 'Lamps run along the seats: bets, please. Click the puck of seat 2 to drop a $1 chip on it.', run: true,
    needs: betting, done: () => chip(WINNER), order: () => ({ do: 'chip', seat: WINNER, on: true }) },
  { at: `puck-${NEIGHBOUR}`, title: 'Seat 5 bets, too', text: 'The lamp of seat 2 flashes: chip seen, nothing taken yet. Now seat 5.', run: true,
    needs: () => betting() && chip(WINNER), done: () => chip(NEIGHBOUR), order: () => ({ do: 'chip', seat: NEIGHBOUR, on: true }) },
  { at: 'key-coin-in', title: 'Coin In', text: 'Press Coin In. Each dollar is split at once: 15 cents to the meter, 80 to the reserve, 5 to the house.', run: true, shuffler: true,
    needs: () => betting() && chip(WINNER) && chip(NEIGHBOUR), done: playing, order: () => ({ do: 'press', key: 'coin-in' }) },
  { at: 'sweep', title: 'Chips into the drop', text: 'The lamps are steady: fee taken, written to the journal, on MQTT. Collect the chips.',
    needs: playing, done: () => !chips().length, order: () => ({ do: 'sweep' }) },
  { at: 'deal', title: 'Deal', text: 'Only now does the table permit the shuffler to deal. (For this tour the deck is stacked.)', shuffler: true,
    needs: () => playing() && get('round').unloaded === null, done: () => playing() && get('round').unloaded !== null, order: () => ({ do: 'deal', hands: HANDS }) },
  { at: `key-seat-${WINNER}`, title: 'A-K-Q of spades!', text: 'Seat 2 holds the best hand there is. Claim it: first the seat on the keypad.', run: true,
    needs: () => playing() && dealt() && !paid(), done: () => picked.seat === WINNER || claimed(), order: () => ({ do: 'press', key: `seat-${WINNER}` }) },
  { at: 'key-akq-spades', title: 'Then the hand', text: 'Press A K Q ♠. A wrong hand would be contradicted by the cards that the shuffler read.', run: true,
    needs: () => playing() && dealt() && !paid() && picked.seat === WINNER, done: claimed, order: () => ({ do: 'press', key: 'akq-spades' }) },
  { at: 'key', title: 'Call the floor', text: 'The floor compares cards and claim, and turns the key to JPH.',
    needs: claimed, done: () => state() === 'verifying', order: () => ({ do: 'key', to: 'jph' }) },
  { at: 'key-j-pot', title: 'J-pot', text: 'Press J-pot: the win is recorded and the amount frozen. From here on nobody can undo it at the table.',
    needs: () => state() === 'verifying', done: () => state() === 'won', order: () => ({ do: 'press', key: 'j-pot' }) },
  { at: 'key', title: 'Key back to Run', text: 'Look at the books: prize, envy for seat 5, and the new seed have moved. Turn the key back and the displays follow.',
    needs: () => state() === 'won', done: paid, order: () => ({ do: 'key', to: 'run' }) },
  { at: 'key-game-over', title: 'Game Over', text: 'The win is paid. Press Game Over, and the next round is open.', run: true,
    needs: paid, done: betting, order: () => ({ do: 'press', key: 'game-over' }) },
];

const COIN_IN = STEPS.findIndex(({ at }) => at === 'key-coin-in');

// Something was taken back: the last step that asks for it again. -1: the round went a way from which none leads on.
export function back(from) {
  const first = from > COIN_IN ? COIN_IN + 1 : 1;
  for (let step = from - 1; step >= first; step -= 1) {
    if (STEPS[step].needs() && !STEPS[step].done()) return step;
  }
  return -1;
}
