// Where the tour's bubble stands: beside what it points at, and on nothing that a visitor must see. Knows no step.

const $ = (id) => document.getElementById(id);
const [EDGE_PX, AIR_PX, STEP_PX] = [10, 14, 10];
const CARDS_PX = [54, 38];
const FAR = 25;
// How bad it is to cover a pixel, and, with FAR, to stand a pixel further away.
const COVERED = { target: 10_000, cards: 3_000, '.dealer, .desk button, .autoplay button, .alert': 60, '.puck, .display-window, #books': 12, '.panel': 2 };

function grown({ left, top, right, bottom }, [x, y]) {
  return { left: left - x, top: top - y, right: right + x, bottom: bottom + y };
}

// Cards that are not dealt yet will lie around the same point.
const cardsOf = (place) => grown(place.parentElement.getBoundingClientRect(), CARDS_PX);

function inTheWay(target, cards) {
  const seen = [...cards.map((place) => [cardsOf(place), COVERED.cards])];
  if (target) seen.push([grown(target.getBoundingClientRect(), [AIR_PX, AIR_PX]), COVERED.target]);
  for (const [selector, weight] of Object.entries(COVERED)) {
    if (selector === 'target' || selector === 'cards') continue;
    for (const part of document.querySelectorAll(selector)) seen.push([part.getBoundingClientRect(), weight]);
  }
  return seen;
}

const overlap = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

function away(a, b) {
  return Math.hypot(Math.max(a.left - b.right, b.left - a.right, 0), Math.max(a.top - b.bottom, b.top - a.bottom, 0));
}

function* places(width, height) {
  const [right, bottom] = [document.documentElement.clientWidth - width - EDGE_PX, innerHeight - height - EDGE_PX];
  for (let top = EDGE_PX; top <= Math.max(EDGE_PX, bottom); top += STEP_PX) {
    for (let left = EDGE_PX; left <= Math.max(EDGE_PX, right); left += STEP_PX) {
      yield { left, top, right: left + width, bottom: top + height };
    }
  }
}

export function place(target, cards) {
  const bubble = $('bubble');
  const near = (target ?? $('felt')).getBoundingClientRect();
  const seen = inTheWay(target, cards);
  let [best, least] = [null, Infinity];
  for (const box of places(bubble.offsetWidth, bubble.offsetHeight)) {
    const badness = seen.reduce((sum, [part, weight]) => sum + weight * overlap(box, part), FAR * away(box, near));
    if (badness < least) [best, least] = [box, badness];
  }
  bubble.style.cssText = `left:${best.left + scrollX}px;top:${best.top + scrollY}px`;
}

export function point(target) {
  for (const old of document.querySelectorAll('.pointed')) old.classList.remove('pointed');
  target?.classList.add('pointed');
  target?.scrollIntoView({ block: 'nearest' });
}
