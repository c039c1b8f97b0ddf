async (steps) => {
  // Plays messages to the page's own rolling.js and notes what it shows, also between them.
  const { follow, freeze, shownAt } = await import("/rolling.js");
  const seen = [];
  let roll = null, now = 0;
  for (const { wait, looks, era, cents, win, stale } of steps) {
    for (const look of roll ? looks : []) seen.push({ now: now + look * wait, shown: shownAt(roll, now + look * wait) });
    now += wait;
    roll = stale && roll?.era === era ? freeze(roll, now) : follow(roll, era, cents, now, win);
    seen.push({ now, shown: shownAt(roll, now), message: { era, cents, win, stale } });
  }
  for (let later = 1; later <= 9; later += 1) seen.push({ now: now + later * 1000, shown: shownAt(roll, now + later * 1000) });
  return seen;
}
