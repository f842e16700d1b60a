/** Says when something changes. */
export const LIVE = String.raw`
/** @import { Channel } from './api.js' */
import { byId } from './dom.js';

const RETRY_MS = 2000;
const WORDS = { live: 'Live', waiting: 'Reconnecting' };

/**
 * The browser reconnects by itself after a cut, but gives up where the answer was an error, as of a server that is just
 * starting; then it is begun anew. What happened in between is not told again, so each opening means: look at everything.
 * @param {() => void} opened
 * @param {(change: { channel: Channel, to: string, arrived: boolean }) => void} changed
 */
export function follow(opened, changed) {
  const changes = new EventSource('/sim/changes');
  changes.addEventListener('open', () => {
    show('live');
    opened();
  });
  changes.addEventListener('message', ({ data }) => changed(JSON.parse(data)));
  changes.addEventListener('error', () => {
    show('waiting');
    if (changes.readyState === EventSource.CLOSED) setTimeout(() => follow(opened, changed), RETRY_MS);
  });
}

/**
 * Looks again after a change, once for many changes, and never so often that looking is all the page does.
 * @param {() => Promise<void>} look
 */
export function lookAgain(look) {
  let looking = false;
  let asked = false;
  return async function again() {
    asked = true;
    if (looking) return;
    looking = true;
    while (asked) {
      asked = false;
      const startedAt = performance.now();
      // Nothing else to do about it: a simulator that is away comes back with a new opening.
      await look().catch((error) => console.error(error));
      await new Promise((resolve) => setTimeout(resolve, 3 * (performance.now() - startedAt)));
    }
    looking = false;
  };
}

/** @param {'live' | 'waiting'} state */
function show(state) {
  byId('live').textContent = WORDS[state];
  byId('live').setAttribute('data-state', state);
}
`;
