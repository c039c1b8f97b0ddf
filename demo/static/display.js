// The players' display: the product's own, the only amount on the page. Without it a line says so; no figure takes its place.

import { on } from '/facts.js';

const $ = (id) => document.getElementById(id);
const DISPLAY_WIDTH = 1280;

function show({ page, why }) {
  for (const id of ['display-window', 'display-link']) $(id).hidden = !page;
  $('display-none').hidden = Boolean(page);
  $('display-none').textContent = why;
  if (!page) $('display-frame').removeAttribute('src');
  // Loaded again only when it is another one: a display that starts anew tests its lamps first.
  else if ($('display-link').getAttribute('href') !== page) $('display-frame').src = page;
  $('display-link').href = page ?? '';
}

export function start() {
  on('display', show);
  new ResizeObserver(([entry]) => {
    $('display-frame').style.scale = entry.contentRect.width / DISPLAY_WIDTH;
  }).observe($('display-window'));
}
