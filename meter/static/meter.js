// Keeps the page in step with the agent: one stream of whole screens, reconnected for ever. Holds the last one only.

import { Card } from "./card.js";

const STALE_MS = 3000, LOST_MS = 10000, RELOAD_MS = 60000, FRAME_MS = 50;

const place = document.getElementById("tables");
const template = document.getElementById("table");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let cards = [];
let boot = null;
let heard = performance.now();
let reloadAsked = heard;

function blank() {
  const card = new Card(template, calm);
  place.replaceChildren(card.root);
  card.take({ kind: "table", label: "", state: "lost", cents: null, era: "", stale: false, win: null, note: "Waiting for the display program." },
    { title: "Progressive Jackpot", notice: "" }, heard);
  cards = [card];
}

function lay(screen) {
  cards = screen.cards.map(() => new Card(template, calm));
  place.replaceChildren(...cards.map((card) => card.root));
  place.dataset.count = cards.length;
}

function take(event) {
  const screen = JSON.parse(event.data);
  heard = performance.now();
  if (boot === null) lay(screen);
  // Another start of the agent may be another version of this page.
  else if (boot !== screen.boot) return location.reload();
  boot = screen.boot;
  screen.cards.forEach((view, index) => cards[index].take(view, screen, heard));
}

function listen() {
  const stream = new EventSource("/events");
  stream.onmessage = take;
  stream.onerror = () => {
    // The browser reconnects by itself, unless it was refused.
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
  };
}

async function reload(now) {
  if (now - reloadAsked < RELOAD_MS) return;
  reloadAsked = now;
  // Only if there is something to load: the browser's own error page would never come back.
  const answer = await fetch("/", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

function frame() {
  const now = performance.now();
  const silent = now - heard;
  if (silent > STALE_MS) cards.forEach((card) => card.age(silent > LOST_MS ? "lost" : "stale", now));
  if (silent > RELOAD_MS) reload(now);
  cards.forEach((card) => card.draw(now));
}

blank();
listen();
setInterval(frame, FRAME_MS);
