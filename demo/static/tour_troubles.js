// What can come between a visitor and the next step, in the words of the bubble, with the order that helps where one does.

import { get } from '/facts.js';

// By the row that ended the tour's round.
export const ENDS = {
  game_over: ['Game Over came too early', 'The round is closed, and the A-K-Q of spades in it was never paid. The table had said so once; the second press counts.'],
  round_voided: ['The round is void', 'The key at JPH and Game Over void a round: every fee went back, and the cards count for nothing.'],
  coin_in: ['Another round is on', 'Seat 2 has not paid for this one, so it cannot win in it.'],
};

const out = () => get('status')?.state === 'out_of_service';
const faults = () => get('shuffler')?.faults ?? [];

// The first that applies is said. `when` is given the step.
const TROUBLES = [
  { when: () => !get('power')?.on, at: 'power', title: 'The power is off', text: 'Nothing runs, and nothing is lost: the round stands in the journal. Switch the power on and the tour goes on.',
    order: () => ({ do: 'power', on: true }) },
  { when: () => !get('broker')?.up, at: 'broker', title: 'The broker is gone', text: 'The table plays on, but this page hears no more of it. Start the broker: the rows that waited come, and the tour goes on.',
    order: () => ({ do: 'broker', on: true }) },
  { when: () => !get('listening') || get('status')?.state === 'offline', at: 'broker', title: 'One moment', text: 'The table and its broker are finding each other again.' },
  { when: ({ quiet }) => get('autoplay')?.on && !quiet, at: 'autoplay', title: 'Autoplay has taken over', text: 'Switch it off, and it is your turn again.',
    order: () => ({ do: 'autoplay', on: false }) },
  { when: () => get('world')?.service || get('status')?.state === 'service', at: 'service', title: 'Service mode', text: 'Keys are tested and nothing is booked. Switch Service off and the tour goes on.',
    order: () => ({ do: 'service', on: false }) },
  { when: out, at: 'alerts', title: 'Out of service', text: () => `${get('status').reason}. What helps stands in the alert.` },
  { when: ({ shuffler }) => shuffler && !get('shuffler')?.plugged, at: 'fault-unplug', title: 'The shuffler is unplugged', text: 'Plug it in, and it can deal.',
    order: () => ({ do: 'shuffler', line: 'replug' }) },
  { when: ({ shuffler }) => shuffler && faults().length, at: 'fault-jam', title: 'The shuffler is jammed', text: 'Clear the jam, and it can deal.',
    order: () => ({ do: 'shuffler', line: 'clear' }) },
  { when: ({ run }) => run && get('world')?.key === 'jph', at: 'key', title: 'The key is at JPH', text: 'No key of this step is taken while the floor’s key is there. Turn it to Run.',
    order: () => ({ do: 'key', to: 'run' }) },
];

export function trouble(step) {
  const found = TROUBLES.find(({ when }) => when(step));
  return found && { ...found, text: typeof found.text === 'function' ? found.text() : found.text };
}

export function lost(lastRow) {
  const [title, text] = ENDS[lastRow] ?? ['The round went another way', 'From here no step leads on to the win.'];
  return { title, text: `${text} Start the tour again: if a round is open, it is finished first.` };
}
