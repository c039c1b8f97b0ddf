// How a shown amount follows the true one. Pure: whole cents and milliseconds in, a new roll out.
//
// Never above the true amount; never backwards, except in a new era (a win or a correction); the newest amount is
// reached within ROLL_MS of its message, whatever comes after it; a jump is shown at once.

export const ROLL_MS = 6000;

/** The true amount, at once: at the page's first look, in a new era, and for a win. */
export function jump(era, cents) {
  return { era, from: cents, to: cents, began: 0, lasts: 0 };
}

export function shownAt(roll, now) {
  return Math.floor(exactAt(roll, now));
}

/** With the parts of a cent that are not shown: thrown away at each message, a stream of them would hold the roll back. */
function exactAt(roll, now) {
  const passed = Math.max(0, now - roll.began);
  if (passed >= roll.lasts) return roll.to;
  return roll.from + ((roll.to - roll.from) * passed) / roll.lasts;
}

/** The roll after a message. `atOnce`: a win, or a viewer who wants no motion. */
export function follow(roll, era, cents, now, atOnce = false) {
  if (!roll || roll.era !== era) return jump(era, cents);
  const shown = shownAt(roll, now);
  if (atOnce || cents <= shown) return jump(era, Math.max(cents, shown));
  if (cents === roll.to) return roll;
  const from = exactAt(roll, now);
  // Never slower than before, or a stream of small steps would hold back a large one for ever.
  const pace = from < roll.to ? roll.lasts / (roll.to - roll.from) : Infinity;
  return { era, from, to: cents, began: now, lasts: Math.min(ROLL_MS, (cents - from) * pace) };
}

/** Stands still where it is: the amount may be old. */
export function freeze(roll, now) {
  return roll && jump(roll.era, shownAt(roll, now));
}
