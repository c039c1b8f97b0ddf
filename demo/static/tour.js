// The tour: one winning round with the visitor. Every step waits for the table to have done it, and says what is in its way.

import { act, get, on } from '/facts.js';
import * as bubble from '/bubble.js';
import { stackTheDeck } from '/controls.js';
import { back, HANDS, picked, STEPS, WINNER } from '/tour_steps.js';
import { ENDS, lost, trouble } from '/tour_troubles.js';
import { dollars } from '/words.js';

const $ = (id) => document.getElementById(id);
// What a key has changed comes as several documents: only what is still wrong after this is wrong.
const SETTLE_MS = 700;

let step = -1;
let prize = 0;
let strayed = false;
let settling = 0;
let lastRow = '';
let shown = '';
let now = null;

const running = () => step >= 0;
const over = () => step === STEPS.length;

function finale() {
  return { name: 'Done', title: `${dollars(prize)} paid to seat ${WINNER}`, end: 'Play on',
    text: 'Every account still sums to zero, and every cent is a row. Now let it autoplay, cut the power mid-round, or kill the broker: it comes back to the cent.' };
}

function wanted() {
  if (over()) return finale();
  const each = STEPS[step];
  const name = each.quiet ? 'Before we begin' : `Step ${step} of ${STEPS.length - 1}`;
  const held = trouble(each);
  if (held) return { name, ...held };
  if (strayed) return { name, ...lost(lastRow), again: true };
  return { name, ...each };
}

function show() {
  now = wanted();
  const said = `${now.name} ${now.title} ${now.text}`;
  if (said === shown) return;
  shown = said;
  $('bubble').hidden = false;
  $('bubble-step').textContent = now.name;
  $('bubble-title').textContent = now.title;
  $('bubble-text').textContent = now.text;
  $('bubble-note').hidden = true;
  $('bubble-do').hidden = !now.order;
  $('bubble-again').hidden = !now.again;
  $('bubble-again').classList.toggle('gold', Boolean(now.again));
  $('bubble-end').textContent = now.end ?? 'End the tour';
  $('bubble').toggleAttribute('data-over', over());
  bubble.point(target());
  place();
}

const target = () => {
  const found = now?.at && document.getElementById(now.at);
  return found?.checkVisibility() ? found : null;
};

function place() {
  if (running()) bubble.place(target(), over() ? [] : Object.keys(HANDS).map((seat) => $(`cards-${seat}`)));
}

function look() {
  if (!running()) return;
  if (get('meter')?.win) prize = get('meter').win.prize_cents;
  while (!over() && STEPS[step].done()) step += 1;
  if (over()) stackTheDeck(() => ({}));
  const fits = over() || trouble(STEPS[step]) || STEPS[step].needs();
  if (fits) strayed = false;
  clearTimeout(settling);
  if (!fits && !strayed) settling = setTimeout(turnBack, SETTLE_MS);
  show();
}

function turnBack() {
  const earlier = back(step);
  if (earlier >= 0) step = earlier;
  else strayed = true;
  look();
}

function begin() {
  step = 0;
  prize = 0;
  shown = '';
  strayed = false;
  picked.seat = null;
  stackTheDeck(() => HANDS);
  look();
}

function end() {
  step = -1;
  clearTimeout(settling);
  $('bubble').hidden = true;
  bubble.point(null);
  stackTheDeck(() => ({}));
}

async function doIt() {
  $('bubble-do').disabled = true;
  await act(now.order());
  $('bubble-do').disabled = false;
}

function refused({ key, code, text }) {
  if (key === `seat-${picked.seat}` || code === 'no_seat') picked.seat = null;
  picked.refused = true;
  if (!running() || over()) return;
  look();
  $('bubble-note').textContent = `Not taken: ${text}.`;
  $('bubble-note').hidden = $('bubble-again').hidden = false;
  place();
}

function asked(order) {
  if (order.do === 'press') picked.refused = false;
}

function pressed(order) {
  const seat = order.do === 'press' && /^seat-(\d)$/.exec(order.key)?.[1];
  // A refusal may come before the answer to the press itself.
  if (seat) picked.seat = picked.refused ? null : Number(seat);
  look();
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
  $('bubble-again').addEventListener('click', begin);
  $('bubble-end').addEventListener('click', end);
  on('acting', asked);
  on('acted', pressed);
  on('refusal', refused);
  on('row', (rows) => { lastRow = [rows].flat().findLast((row) => row.type in ENDS)?.type ?? lastRow; });
  // A round that begins, and a program that starts, have forgotten which seat was pressed.
  on('power', () => { picked.seat = null; });
  on('round', (round) => { if (round?.state !== 'in_play') picked.seat = null; });
  on(['world', 'round', 'meter', 'autoplay', 'power', 'broker', 'listening', 'status', 'shuffler', 'laid'], look);
  on(['alerts', 'autoplay'], place);
  addEventListener('resize', () => { if (running()) { bubble.point(target()); place(); } });
  addEventListener('keydown', (event) => { if (event.key === 'Escape' && running()) end(); });
  welcome();
}
