// What the table tells: books, alerts, status, the stream of events, and why a key was refused.

import { get, on } from '/facts.js';
import { ACCOUNTS, exact, keyLabel, rowWords } from '/words.js';

const $ = (id) => document.getElementById(id);
const SHOWN_ROWS = 120;
const TOAST_MS = 6000;
const seen = new Set();

function showBooks(books) {
  const body = $('books').tBodies[0];
  for (const [account, microcents] of Object.entries(books.microcents)) {
    const row = document.getElementById(`account-${account}`) ?? newAccount(body, account);
    const cell = row.lastElementChild;
    const words = exact(microcents);
    if (cell.textContent !== words) {
      cell.textContent = words;
      cell.classList.remove('moved');
      void cell.offsetWidth; // Starts the highlight again.
      cell.classList.add('moved');
    }
  }
  $('total').textContent = exact(books.total_microcents);
  $('total').classList.toggle('wrong', books.total_microcents !== 0);
}

function newAccount(body, account) {
  const row = body.insertRow();
  row.id = `account-${account}`;
  const [name, note] = ACCOUNTS[account];
  row.innerHTML = `<th scope="row">${name}<small>${note}</small></th><td></td>`;
  return row;
}

function item(seq, words, look, document_) {
  const made = document.createElement('li');
  made.innerHTML = '<details><summary><span class="seq"></span><span class="words"></span></summary><pre></pre></details>';
  made.querySelector('.seq').textContent = seq;
  made.querySelector('.words').textContent = words;
  made.querySelector('.words').className = `words ${look}`;
  made.querySelector('details').addEventListener('toggle', () => {
    made.querySelector('pre').textContent = JSON.stringify(document_, null, 2);
  }, { once: true });
  $('stream').prepend(made);
  while ($('stream').children.length > SHOWN_ROWS) $('stream').lastElementChild.remove();
}

const LOOKS = { j_pot: 'row-win', win_claimed: 'row-win', out_of_service: 'row-bad', fault_raised: 'row-bad', round_voided: 'row-bad' };

function showRows(value) {
  for (const row of [value].flat()) {
    if (seen.has(row.seq)) continue;
    seen.add(row.seq);
    item(`#${row.seq}`, rowWords(row), LOOKS[row.type] ?? '', row);
  }
}

function sentence(text) {
  const end = /[.!?]$/.test(text) ? '' : '.';
  return text.charAt(0).toUpperCase() + text.slice(1) + end;
}

export function toast(title, text, look = '') {
  const made = document.createElement('div');
  made.className = `toast ${look}`;
  const big = document.createElement('b');
  big.textContent = title;
  made.append(big, sentence(text));
  $('toasts').append(made);
  while ($('toasts').children.length > 3) $('toasts').firstElementChild.remove();
  setTimeout(() => made.remove(), TOAST_MS);
}

function showRefusal(refusal) {
  toast(refusal.key ? `${keyLabel(refusal.key)} was not taken` : 'Not taken', refusal.text);
  item('—', sentence(refusal.text), 'row-refused', refusal);
}

function showAlerts(alerts) {
  $('alerts').replaceChildren(...alerts.map((alert) => {
    const made = document.createElement('div');
    made.className = 'alert';
    const big = document.createElement('b');
    big.textContent = alert.text;
    made.append(big, alert.action);
    return made;
  }));
}

function showStatus() {
  const [status, round] = [get('status'), get('round')];
  const on_ = get('power')?.on;
  const [word, good] = !on_ ? ['No power', false]
    : !get('listening') ? ['Broker gone', false]
    : [{ in_service: 'In service', out_of_service: 'Out of service', service: 'Service mode', offline: 'Offline' }[status?.state] ?? '', status?.state === 'in_service'];
  const big = document.createElement('b');
  big.className = good ? '' : 'bad';
  big.textContent = word;
  $('status').replaceChildren(big, round ? ` · round ${round.round}` : '', status?.reason ? ` · ${status.reason}` : '');
  for (const phase of document.querySelectorAll('.phases li')) {
    const now = phase.dataset.state === round?.state;
    phase.classList.toggle('now', now);
    if (now) phase.setAttribute('aria-current', 'step');
    else phase.removeAttribute('aria-current');
  }
}

export function start() {
  on('books', showBooks);
  on('row', showRows);
  on('refusal', showRefusal);
  on('failed', (text) => toast('That did not work', text));
  on('alerts', showAlerts);
  on(['status', 'round', 'power', 'listening'], showStatus);
  on('place', (place) => { $('topic').textContent = `${place.prefix}event`; });
  on('connected', (up) => { if (!up) $('status').textContent = 'The demo does not answer; is it still running in its terminal?'; });
}
