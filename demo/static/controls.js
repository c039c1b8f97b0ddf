// What a dealer, a floor person and a saboteur can touch: keypad, key, service contact, shuffler, power, broker, autoplay.

import { act, get, on } from '/facts.js';
import { keyLabel } from '/words.js';

const $ = (id) => document.getElementById(id);
const LOOKS = { 'coin-in': 'go', 'j-pot': 'jackpot', 'game-over': 'over' };
let stacked = () => ({});

export function stackTheDeck(hands) {
  stacked = hands;
}

function button(label, order) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.addEventListener('click', () => act(order(made)));
  return made;
}

function buildKeypad(rows) {
  $('keypad').replaceChildren(...rows.flat().map((key) => {
    const made = button(keyLabel(key), () => ({ do: 'press', key }));
    made.id = `key-${key}`;
    made.className = LOOKS[key] ?? (key.startsWith('seat-') ? '' : 'hand');
    return made;
  }));
}

const FAULTS = [
  ['Pull cable', 'unplug'], ['Replace it', 'replace'], ['Misdeal', 'misdeal 2'], ['Jam', 'jam'], ['Lose a card', 'swallow'], ['Same deck', 'same-deck'],
];

// These show later: until then the machine says what it was told.
const ARMED = {
  misdeal: 'Armed: its next stack has 2 cards.', swallow: 'Armed: it keeps a card of the next deal.', 'same-deck': 'Armed: after the next deal the same deck again.',
};

function buildFaults() {
  $('shuffler-faults').replaceChildren(...FAULTS.map(([label, line]) => {
    const made = button(label, () => ({ do: 'shuffler', line: faultLine(line) }));
    made.id = `fault-${line.split(' ')[0]}`;
    return made;
  }));
}

function faultLine(line) {
  const seen = get('shuffler');
  if (line === 'unplug') return seen.plugged ? 'unplug' : 'replug';
  if (line === 'jam') return seen.faults.length ? 'clear' : 'jam';
  if (line === 'replace') return seen.identity === 'SIM-1' ? 'replace SIM-2' : 'replace SIM-1';
  return line;
}

function showShuffler() {
  const seen = get('shuffler');
  if (!seen) return;
  $('deck').className = `deck ${seen.colour}`;
  const [kind, state] = !seen.plugged ? ['bad', 'Cable pulled']
    : seen.faults.length ? ['bad', `Fault: ${seen.faults.join(', ')}`]
    : seen.dealing && !seen.permitted ? ['no', 'Waits for the table’s permission']
    : seen.dealing ? ['ok', 'Dealing']
    : seen.permitted ? ['ok', 'May deal'] : ['no', 'Held by the table'];
  const words = document.createElement('b');
  words.className = kind;
  words.textContent = state;
  const armed = document.createElement('i');
  armed.textContent = seen.armed.map((fault) => ARMED[fault]).join(' ');
  $('shuffler-words').replaceChildren(words, `${seen.identity}, ${seen.colour} deck`, armed);
  for (const fault of Object.keys(ARMED)) $(`fault-${fault}`).setAttribute('aria-pressed', seen.armed.includes(fault));
  const cable = $('fault-unplug');
  cable.textContent = seen.plugged ? 'Pull cable' : 'Plug it in';
  cable.setAttribute('aria-pressed', !seen.plugged);
  const jam = $('fault-jam');
  jam.textContent = seen.faults.length ? 'Clear the jam' : 'Jam';
  jam.setAttribute('aria-pressed', seen.faults.length > 0);
  $('deal').disabled = seen.dealing;
}

function showWorld(world) {
  const jph = world.key === 'jph';
  $('key').setAttribute('aria-pressed', jph);
  $('key').setAttribute('aria-label', `Supervisor key at ${jph ? 'JPH' : 'Run'}: turn it`);
  $('key-words').textContent = jph ? 'JPH' : 'Run';
  $('service').checked = world.service;
}

function showPower(power) {
  $('power').textContent = power.on ? 'Cut the power' : 'Switch it on';
  $('power').className = power.on ? 'danger' : 'gold';
  $('power-words').textContent = power.on ? 'Kills the program, mid-round or not.' : 'Nothing runs. The journal remembers.';
  $('dark').hidden = power.on;
  $('dark-why').textContent = power.reason;
}

function showBroker(broker) {
  $('broker').textContent = broker.up ? 'Kill the broker' : 'Start the broker';
  $('broker').className = broker.up ? 'danger' : 'gold';
  $('broker-words').textContent = broker.up ? `${broker.kind === 'embedded' ? 'NATS (embedded)' : 'Mosquitto'}, port ${broker.port}` : 'Play on: rows wait in the journal. Refusals travel by MQTT, too, and cannot be heard now; the lamps still tell.';
}

function showAutoplay({ on: plays, note, rounds, stacked_one_in: often }) {
  const stuck = plays && Boolean(note);
  $('autoplay').setAttribute('aria-pressed', plays);
  $('autoplay').textContent = plays ? `Autoplay · ${rounds}` : 'Autoplay';
  $('autoplay').classList.toggle('stuck', stuck);
  $('autoplay-note').hidden = !plays;
  $('autoplay-note').classList.toggle('stuck', stuck);
  $('autoplay-note').textContent = stuck ? `Autoplay waits. ${note}` : `Autoplay stacks the deck in one round of ${often}, so that wins come soon.`;
}

function showSpeed({ speed: now }) {
  const known = [...$('speed').options].some((option) => Number(option.value) === now);
  if (known) $('speed').value = String(now);
}

const speed = () => Number($('speed').value);

export function start() {
  buildFaults();
  $('key').addEventListener('click', () => act({ do: 'key', to: get('world').key === 'jph' ? 'run' : 'jph' }));
  $('service').addEventListener('change', () => act({ do: 'service', on: $('service').checked }));
  $('deal').addEventListener('click', () => act({ do: 'deal', hands: stacked() }));
  $('power').addEventListener('click', () => act({ do: 'power', on: !get('power').on }));
  $('dark-on').addEventListener('click', () => act({ do: 'power', on: true }));
  $('broker').addEventListener('click', () => act({ do: 'broker', on: !get('broker').up }));
  $('autoplay').addEventListener('click', () => act({ do: 'autoplay', on: !get('autoplay').on, speed: speed() }));
  $('speed').addEventListener('change', () => act({ do: 'autoplay', on: get('autoplay').on, speed: speed() }));
  on('keypad', buildKeypad);
  on('shuffler', showShuffler);
  on('world', showWorld);
  on('power', showPower);
  on('broker', showBroker);
  on('autoplay', showAutoplay);
  on('autoplay', showSpeed);
}
