// The amount above the table, from the retained meter document, and the product's own display where it runs.

import { get, on } from '/facts.js';
import { dollars, envyWords, hand } from '/words.js';

const $ = (id) => document.getElementById(id);

function show() {
  const meter = get('meter');
  if (!meter) return;
  $('amount').textContent = dollars(meter.cents);
  $('meter').dataset.state = meter.state;
  $('meter-note').textContent = { live: 'A-K-Q of spades wins it all', pending: 'Frozen: a win is recorded', win: 'It starts again' }[meter.state];
  $('win').replaceChildren();
  if (meter.win) {
    const { seat, prize_cents: prize, hand: code, envy } = meter.win;
    const big = document.createElement('b');
    big.textContent = `Seat ${seat} wins ${dollars(prize)}`;
    $('win').append(big, hand(code) + envyWords(envy.map((paid) => [paid.seat, paid.cents])));
  }
}

const DISPLAY_WIDTH = 1280;

function showDisplay(address) {
  $('display').hidden = !address;
  if (!address) return;
  $('display-frame').src = address;
  $('display-link').href = address;
  new ResizeObserver(([entry]) => {
    $('display-frame').style.scale = entry.contentRect.width / DISPLAY_WIDTH;
  }).observe($('display-window'));
}

export function start() {
  on('meter_page', showDisplay);
  on('meter', show);
}
