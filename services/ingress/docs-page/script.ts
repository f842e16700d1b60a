/** Runs in the reader's browser. Sends trial calls to the origin that the page came from. */
export const SCRIPT = String.raw`'use strict';
const apiKey = document.getElementById('api-key');

for (const form of document.querySelectorAll('form.try')) {
  makeIdempotencyKey(form);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    try {
      await send(form);
    } catch (error) {
      show(form, '0', 'No answer: ' + error.message, '');
    } finally {
      button.disabled = false;
    }
  });
}

async function send(form) {
  const body = form.elements.namedItem('body');
  keyForThis(form, apiKey.value + ' ' + requestOf(form).url + ' ' + (body === null ? '' : body.value));
  const { url, headers } = requestOf(form);
  const startedAt = performance.now();
  const answer = await fetch(url, {
    method: form.dataset.method,
    headers,
    credentials: 'omit',
    ...(body === null ? {} : { body: body.value }),
  });
  const text = await answer.text();
  const tookMs = Math.round(performance.now() - startedAt);
  const replayed = answer.headers.get('Idempotent-Replayed') === null ? '' : ', replayed';
  const requestId = answer.headers.get('X-Request-Id') ?? '';
  show(form, String(answer.status), tookMs + ' ms' + replayed + ' · request ' + requestId, pretty(text));
}

function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = {};
  if (apiKey.value.trim() !== '') headers.Authorization = 'Bearer ' + apiKey.value.trim();
  for (const input of form.querySelectorAll('input[data-in]')) {
    const { name, value } = input;
    if (input.dataset.in === 'path') path = path.replace('{' + name + '}', encodeURIComponent(value));
    else if (value === '') continue;
    else if (input.dataset.in === 'query') query.set(name, value);
    else headers[name] = value;
  }
  if (form.elements.namedItem('body') !== null) headers['Content-Type'] = 'application/json';
  return { url: query.size > 0 ? path + '?' + query : path, headers };
}

function show(form, status, line, text) {
  const output = form.querySelector('output');
  const outcome = output.querySelector('.outcome');
  const mark = document.createElement('span');
  mark.className = 'status s' + status.charAt(0);
  mark.textContent = status === '0' ? '' : status;
  outcome.replaceChildren(mark, line);
  output.querySelector('pre').textContent = text;
  output.hidden = false;
}

// A repeated request keeps its key, which shows the replay. A changed request would be refused with that key, so it
// gets a new one, unless the reader has typed a key of their own.
function keyForThis(form, request) {
  const input = keyInput(form);
  if (input === null) return;
  const changed = form.dataset.sent !== undefined && form.dataset.sent !== request;
  if (changed && input.value === form.dataset.madeKey) makeIdempotencyKey(form);
  form.dataset.sent = request;
}

function makeIdempotencyKey(form) {
  const input = keyInput(form);
  if (input === null) return;
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  input.value = 'docs-' + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  form.dataset.madeKey = input.value;
}

function keyInput(form) {
  return form.querySelector('input[name="Idempotency-Key"]');
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
`;
