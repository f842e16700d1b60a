import { ownReply, type HttpReply } from '../shared/http/reply';

/**
 * Waits that can all be ended together. An AbortSignal would search all its listeners whenever one is removed, and
 * thousands of reports wait at once, so this is a set of timers.
 */
export interface Pauses {
  wait(ms: number): Promise<void>;
  readonly isClosed: boolean;
  /** Ends all waits. Later ones end at once. */
  close(): void;
}

export function createPauses(): Pauses {
  const waiting = new Set<() => void>();
  let closed = false;
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          waiting.delete(end);
          resolve();
        };
        const timer = setTimeout(end, closed ? 0 : ms);
        waiting.add(end);
      }),
    get isClosed() {
      return closed;
    },
    close() {
      closed = true;
      for (const end of waiting) end();
    },
  };
}

/** Holds a connection open for a limited time, as a provider that does not answer does. */
export type Hang = () => Promise<void>;

/** Leaves a request without an answer and closes its connection in the end. */
export async function noAnswer(hang: Hang): Promise<HttpReply> {
  await hang();
  return ownReply((response) => response.destroy());
}
