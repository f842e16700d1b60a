/** Follows the changes that the simulator publishes. */
export const LIVE = String.raw`
/** @import { Channel } from './api.js' */
import { byId } from './dom.js';

const RETRY_MS = 2000;
const WORDS = { live: 'Live', waiting: 'Reconnecting' };

/**
 * The browser reconnects by itself after a lost connection, but not after an error, such as that of a starting server;
 * then this opens a new stream. Missed changes are not sent again, so everything is reloaded at each opening.
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
 * Reloads after a change, once for many changes, and with pauses, so that the page does not only reload.
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
      // When a simulator that is down is back, the stream opens again and everything is reloaded.
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
