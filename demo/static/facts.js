// What the table has told, by name, and how to give it an order. Knows no rule: facts come in, orders go out.

const facts = {};
const listeners = {};

export const get = (name) => facts[name];

export function on(names, listener) {
  for (const name of [names].flat()) (listeners[name] ??= []).push(listener);
}

function tell(name, value) {
  for (const listener of listeners[name] ?? []) listener(value);
}

export async function act(order) {
  tell('acting', order);
  const answer = await fetch('/act', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  }).catch(() => null);
  const said = answer ? await answer.json() : { ok: false, error: 'The demo has ended: start it again in its terminal.' };
  if (said.ok) tell('acted', order);
  else tell('failed', said.error);
  return said.ok;
}

export function connect() {
  const source = new EventSource('/events');
  source.onopen = () => tell('connected', true);
  source.onerror = () => tell('connected', false);
  source.onmessage = (message) => {
    const { name, value } = JSON.parse(message.data);
    // Another start of the demo: other books, other rows, perhaps another version of this page.
    if (name === 'boot' && facts.boot && facts.boot !== value) {
      source.close();
      location.reload();
    }
    facts[name] = value;
    tell(name, value);
  };
}
