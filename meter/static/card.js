// The part of the screen that one table or link has: puts words and amounts where they belong. Decides nothing about money.

import { follow, freeze, shownAt } from "./rolling.js";
import { dollars, Segments } from "./segments.js";

const ALL_LIT = "$888,888.88";
const NO_AMOUNT = "$---,---.--";
const WINS = ["pending", "celebrate"];
const UNAVAILABLE = "Progressive display unavailable, ask the dealer";
const BANNERS = {
  pending: ["Win", "Pending"],
  celebrate: ["Win", "Congratulations"],
  closed: ["Closed", "Out of service"],
  test: ["Test", "No wager is taken, no prize is paid"],
};
const MESSAGES = { lost: UNAVAILABLE };

export class Card {
  constructor(template, calm) {
    this.root = template.content.firstElementChild.cloneNode(true);
    this.amount = new Segments(this.part("amount"));
    this.calm = calm;
    this.roll = null;
    this.view = null;
    this.told = [];
    // A window that changes, or a font that comes late, changes what fits.
    const sizes = new ResizeObserver(() => this.fit());
    for (const name of ["body", "fitted"]) sizes.observe(this.part(name));
  }

  part(name) {
    return this.root.querySelector(`.${name}`);
  }

  write(name, text) {
    const part = this.part(name);
    if (part.textContent !== text) part.textContent = text;
  }

  /** A new view of the table or link, at `now` milliseconds. */
  take(view, signs, now) {
    this.view = view;
    this.turn(view, now);
    this.root.dataset.kind = view.kind;
    this.root.dataset.state = view.state;
    this.root.classList.toggle("is-old", view.stale);
    this.root.classList.toggle("ident", view.state === "self-test" && view.note !== "");
    this.write("title", signs.title);
    this.write("place", view.label);
    this.write("notice", signs.notice);
    this.write("note", view.note);
    const [word, aside] = BANNERS[view.state] ?? ["", ""];
    this.write("word", word);
    this.write("aside", aside);
    this.write("message", this.message(view));
    this.winner(view);
    this.draw(now);
    this.fit();
    this.speak(view);
  }

  /** Long words make everything smaller, never cut off. */
  fit() {
    const room = this.part("body").clientHeight, needed = this.part("fitted").offsetHeight;
    this.part("fitted").style.scale = needed > room ? room / needed : "";
  }

  turn(view, now) {
    if (view.cents === null) this.roll = null;
    else if (view.stale && this.roll?.era === view.era) this.roll = freeze(this.roll, now);
    else this.roll = follow(this.roll, view.era, view.cents, now, this.calm.matches || this.standsStill(view));
  }

  /** A table's amount waits while its win is shown; a link's goes on for all the others. */
  standsStill(view) {
    return view.kind === "table" && WINS.includes(view.state);
  }

  message(view) {
    if (this.root.classList.contains("ident")) return `${view.note}\n${view.label}`;
    return MESSAGES[view.state] ?? "";
  }

  winner({ win, state, kind }) {
    this.write("who", win ? `Table ${win.table.toUpperCase()} \u00a0·\u00a0 Seat\u00a0${win.seat}` : "");
    this.write("hand", win ? win.hand : "");
    this.write("envy", win ? win.envy.replaceAll("; ", "\n") : "");
    this.write("label", win ? (state === "pending" && kind === "table" ? "Jackpot goes on from" : "Jackpot now") : "");
  }

  /** What a screen reader says: anew with each era, win and honest state, never with each cent, turn or short silence. */
  speak(view) {
    const words = this.sentence(view);
    // A win is known by its words, which stay when it is confirmed; an amount by its era, in which it may grow.
    const key = view.win ? words : `${view.state === "stale" ? "live" : view.state} ${view.era}`;
    if (view.win ? this.told.includes(key) : this.told.at(-1) === key) return;
    this.told = view.win ? [...this.told, key] : [key];
    this.write("spoken", words);
  }

  sentence({ win, cents, label, kind, state }) {
    if (win) {
      const where = kind === "link" ? `table ${win.table}, ` : "";
      return `${label}. Win: ${dollars(win.cents)}, ${where}seat ${win.seat}, ${win.hand}. ${win.envy}`;
    }
    const amount = cents === null ? "" : `Progressive jackpot ${dollars(cents)}.`;
    const plain = { lost: `${UNAVAILABLE}.`, "self-test": "Display test.", closed: `Closed. ${amount}`, test: `Test. ${amount}` };
    return `${label}. ${plain[state] ?? amount}`;
  }

  draw(now) {
    if (!this.view) return;
    this.write("sum", this.view.win ? dollars(this.standsStill(this.view) ? this.view.win.next_cents : shownAt(this.roll, now)) : "");
    if (this.view.state === "self-test") this.amount.show(ALL_LIT);
    else if (this.view.win) this.amount.show(dollars(this.view.win.cents));
    else this.amount.show(this.roll ? dollars(shownAt(this.roll, now)) : NO_AMOUNT);
  }

  /** The agent is silent: what it said last grows old. */
  age(state, now) {
    if (!this.view) return;
    const lost = state === "lost";
    const view = { ...this.view, stale: !lost, state: lost ? "lost" : this.view.state === "live" ? "stale" : this.view.state };
    if (lost) Object.assign(view, { cents: null, win: null, note: "The display program does not answer." });
    if (view.state === this.view.state && view.stale === this.view.stale) return;
    this.take(view, { title: this.part("title").textContent, notice: this.part("notice").textContent }, now);
  }
}

