// The felt: pucks with their lamps, chips and cards. Shows levels that were read from the lamps, never a rule's idea of them.

import { act, get, on } from '/facts.js';
import { LAMPS, shortHand } from '/words.js';

const SEATS = [1, 2, 3, 4, 5, 6, 7, 8];
const SUITS = { s: '♠', h: '♥', d: '♦', c: '♣' };
const $ = (id) => document.getElementById(id);
const seats = {};

// Along the arc from the dealer's left to the right: where the puck lies, and how far in the cards do.
const PLACES = [[7.5, 66], [15.5, 38], [28, 19.5], [42.5, 12], [57.5, 12], [72, 19.5], [84.5, 38], [92.5, 66]];
const CARDS = [[16.7, 71], [27.2, 57], [37.7, 51], [44.3, 36], [55.7, 36], [62.3, 51], [72.8, 57], [83.3, 71]];

export function cardElement(name) {
  const card = document.createElement('span');
  card.className = `card${'hd'.includes(name[1]) ? ' red' : ''}`;
  card.innerHTML = `<span>${name[0] === 'T' ? '10' : name[0]}</span><span>${SUITS[name[1]]}</span>`;
  return card;
}

function showCards(place, names) {
  if (place.dataset.names === names.join(' ')) return;
  place.dataset.names = names.join(' ');
  place.replaceChildren(...names.map(cardElement));
  place.setAttribute('aria-label', names.length ? `Cards ${names.join(' ')}` : '');
  place.setAttribute('role', 'img');
  place.hidden = !names.length;
}

function buildSeat(seat) {
  const [x, y] = PLACES[seat - 1];
  const root = document.createElement('div');
  root.className = 'seat';
  root.style.cssText = `left:${x}%;top:${y}%`;
  root.innerHTML = `<button type="button" class="puck" id="puck-${seat}"><span>${seat}</span><img class="chip" src="/chip.svg" alt=""></button><span class="tag" hidden></span>`;
  const place = document.createElement('div');
  place.className = 'seat';
  place.style.cssText = `left:${CARDS[seat - 1][0]}%;top:${CARDS[seat - 1][1]}%`;
  place.innerHTML = `<span class="cards" id="cards-${seat}" hidden></span>`;
  $('seats').append(root, place);
  const puck = root.querySelector('.puck');
  puck.addEventListener('click', () => act({ do: 'chip', seat, on: !hasChip(seat) }));
  seats[seat] = { puck, tag: root.querySelector('.tag'), cards: place.firstElementChild };
}

const hasChip = (seat) => (get('world')?.chips ?? []).includes(seat);

function showPucks() {
  const lamps = get('lamps') ?? { lit: [], patterns: {} };
  for (const seat of SEATS) {
    const { puck } = seats[seat];
    const pattern = lamps.patterns[seat] ?? 'off';
    puck.classList.toggle('lit', lamps.lit.includes(seat));
    puck.classList.toggle('fault', pattern === 'fault');
    puck.classList.toggle('has-chip', hasChip(seat));
    puck.dataset.lamp = pattern;
    puck.setAttribute('aria-pressed', hasChip(seat));
    puck.setAttribute('aria-label', `Seat ${seat}: ${hasChip(seat) ? 'chip on the puck' : 'no chip'}, ${LAMPS[pattern]}`);
    puck.title = LAMPS[pattern];
  }
  $('sweep').hidden = !(get('world')?.chips ?? []).length;
}

function showTags() {
  const round = get('round') ?? { seats: [], claims: [], blocked: [] };
  const claims = Object.fromEntries(round.claims.map((claim) => [claim.seat, claim.hand]));
  for (const seat of SEATS) {
    const { tag } = seats[seat];
    const words = claims[seat] ? shortHand(claims[seat]) : round.seats.includes(seat) ? 'fee paid' : round.blocked.includes(seat) ? 'blocked' : '';
    tag.textContent = words;
    tag.hidden = !words;
    tag.classList.toggle('claim', Boolean(claims[seat]));
  }
}

function showLaid() {
  // Between rounds, and in service mode, the dealer has taken the cards away.
  const laid = ['betting', 'service'].includes(get('round')?.state) ? {} : get('laid') ?? {};
  for (const seat of SEATS) showCards(seats[seat].cards, laid[seat] ?? []);
  showCards($('dealer-cards'), laid[0] ?? []);
}

export function start() {
  SEATS.forEach(buildSeat);
  $('sweep').addEventListener('click', () => act({ do: 'sweep' }));
  on(['lamps', 'world'], showPucks);
  on('round', showTags);
  on(['laid', 'round'], showLaid);
}
