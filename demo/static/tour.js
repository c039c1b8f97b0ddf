// One winning round, step by step. Each step waits for the table to have done it; "Do it for me" gives the same order.

import { act, get, on } from '/facts.js';
import { stackTheDeck } from '/controls.js';
import { dollars } from '/words.js';

const $ = (id) => document.getElementById(id);
const [WINNER, NEIGHBOUR] = [2, 5];
const HANDS = { [WINNER]: 'AsKsQs', [NEIGHBOUR]: '2c7dJh' };
const chip = (seat) => (get('world')?.chips ?? []).includes(seat);
const state = () => get('round')?.state;
const claimed = () => get('round')?.claims.length > 0;
let pressed = '';

const STEPS = [
  { at: 'game-over-or-none', title: 'First, finish this round', text: 'A round is still open. Bring it to its end, then the tour begins.',
    done: () => state() === 'betting' && !(get('world').chips.length) && !get('autoplay').on, order: () => ({ do: 'finish' }), quiet: true },
  { at: `puck-${WINNER}`, title: 'Seat 2 bets a dollar', text: 'Lamps run along the seats: bets, please. Click the puck of seat 2 to drop a $1 chip on it.',
    done: () => chip(WINNER), order: () => ({ do: 'chip', seat: WINNER, on: true }) },
  { at: `puck-${NEIGHBOUR}`, title: 'Seat 5 bets, too', text: 'The lamp of seat 2 flashes: chip seen, nothing taken yet. Now seat 5.',
    done: () => chip(NEIGHBOUR), order: () => ({ do: 'chip', seat: NEIGHBOUR, on: true }) },
  { at: 'key-coin-in', title: 'Coin In', text: 'Press Coin In. Each dollar is split at once: 15 cents to the meter, 80 to the reserve, 5 to the house.',
    done: () => state() === 'in_play', order: () => ({ do: 'press', key: 'coin-in' }) },
  { at: 'sweep', title: 'Chips into the drop', text: 'The lamps are steady: fee taken, written to the journal, on MQTT. Collect the chips.',
    done: () => !get('world').chips.length, order: () => ({ do: 'sweep' }) },
  { at: 'deal', title: 'Deal', text: 'Only now does the table permit the shuffler to deal. (For this tour the deck is stacked.)',
    done: () => get('round')?.unloaded !== null, order: () => ({ do: 'deal', hands: HANDS }) },
  { at: `key-seat-${WINNER}`, title: 'A-K-Q of spades!', text: 'Seat 2 holds the best hand there is. Claim it: first the seat on the keypad.',
    done: () => pressed === `seat-${WINNER}` || claimed(), order: () => ({ do: 'press', key: `seat-${WINNER}` }) },
  { at: 'key-akq-spades', title: 'Then the hand', text: 'Press A K Q ♠. A wrong hand would be contradicted by the cards that the shuffler read.',
    done: claimed, order: () => ({ do: 'press', key: 'akq-spades' }), before: () => ({ do: 'press', key: `seat-${WINNER}` }) },
  { at: 'key', title: 'Call the floor', text: 'The floor compares cards and claim, and turns the key to JPH.',
    done: () => state() === 'verifying', order: () => ({ do: 'key', to: 'jph' }) },
  { at: 'key-j-pot', title: 'J-pot', text: 'Press J-pot: the win is recorded and the amount frozen. From here on nobody can undo it at the table.',
    done: () => state() === 'won', order: () => ({ do: 'press', key: 'j-pot' }) },
  { at: 'key', title: 'Key back to Run', text: 'Look at the books: prize, envy for seat 5, and the new seed have moved. Turn the key back and the displays follow.',
    done: () => state() === 'in_play' && get('meter')?.state === 'win', order: () => ({ do: 'key', to: 'run' }) },
  { at: 'key-game-over', title: 'Game Over', text: 'The win is paid. Press Game Over, and the next round is open.',
    done: () => state() === 'betting', order: () => ({ do: 'press', key: 'game-over' }) },
];

let step = -1;
let prize = 0;

const running = () => step >= 0;

function place(target) {
  const bubble = $('bubble');
  const box = (target && !target.hidden ? target : $('felt')).getBoundingClientRect();
  const [width, height] = [bubble.offsetWidth, bubble.offsetHeight];
  // A bubble for something on the desk stands above the desk: no key is covered.
  const edge = target?.closest('.desk')?.getBoundingClientRect().top ?? box.top;
  const above = edge > height + 90;
  const top = above ? edge - height - 14 : Math.min(box.bottom + 22, innerHeight - height - 12);
  const left = Math.max(12, Math.min(box.left + box.width / 2 - width / 2, innerWidth - width - 12));
  bubble.style.cssText = `left:${left}px;top:${Math.max(64, top)}px`;
}

function point(target) {
  for (const old of document.querySelectorAll('.pointed')) old.classList.remove('pointed');
  target?.classList.add('pointed');
}

function show() {
  const { at, title, text, quiet } = STEPS[step];
  const target = document.getElementById(at);
  $('bubble').hidden = false;
  $('bubble-step').textContent = quiet ? 'Before we begin' : `Step ${step} of ${STEPS.length - 1}`;
  $('bubble-title').textContent = title;
  $('bubble-text').textContent = text;
  $('bubble-do').hidden = false;
  $('bubble-end').textContent = 'End the tour';
  point(target);
  place(target);
}

function advance() {
  if (!running() || step >= STEPS.length) return;
  if (get('meter')?.win) prize = get('meter').win.prize_cents;
  let moved = false;
  while (step < STEPS.length && STEPS[step].done()) {
    step += 1;
    pressed = '';
    moved = true;
  }
  if (step === STEPS.length) finale();
  else if (moved) show();
}

function finale() {
  $('bubble-step').textContent = 'Done';
  $('bubble-title').textContent = `${dollars(prize)} paid to seat ${WINNER}`;
  $('bubble-text').textContent = 'Every account still sums to zero, and every cent is a row. Now let it autoplay, cut the power mid-round, or kill the broker: it comes back to the cent.';
  $('bubble-do').hidden = true;
  $('bubble-end').textContent = 'Play on';
  $('bubble').dataset.over = 'true';
  point(null);
  place($('felt'));
  stackTheDeck(() => ({}));
}

function begin() {
  step = 0;
  prize = 0;
  delete $('bubble').dataset.over;
  stackTheDeck(() => HANDS);
  show();
  advance();
}

function end() {
  step = -1;
  $('bubble').hidden = true;
  point(null);
  stackTheDeck(() => ({}));
}

async function doIt() {
  const { order, before } = STEPS[step];
  $('bubble-do').disabled = true;
  if (before) await act(before());
  await act(order());
  $('bubble-do').disabled = false;
}

function welcome() {
  const dialog = $('welcome');
  if (localStorage.getItem('pucklight-welcomed')) return;
  dialog.showModal();
  dialog.addEventListener('close', () => localStorage.setItem('pucklight-welcomed', 'yes'));
  $('welcome-tour').addEventListener('click', () => { dialog.close(); begin(); });
  $('welcome-skip').addEventListener('click', () => dialog.close());
}

export function start() {
  $('tour').addEventListener('click', begin);
  $('bubble-do').addEventListener('click', doIt);
  $('bubble-end').addEventListener('click', end);
  on('acted', (order) => { if (order.do === 'press') pressed = order.key; advance(); });
  on(['world', 'round', 'meter', 'autoplay'], advance);
  addEventListener('resize', () => running() && step < STEPS.length && place(document.getElementById(STEPS[step].at)));
  addEventListener('keydown', (event) => { if (event.key === 'Escape' && running()) end(); });
  welcome();
}
