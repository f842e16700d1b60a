import { ownReply, type HttpReply } from '../shared/http/reply';

/**
 * Waits that can all be cut short. A set of timers and not an AbortSignal: a signal looks through all its listeners
 * whenever one leaves, and thousands of reports wait at once.
 */
export interface Pauses {
  wait(ms: number): Promise<void>;
  readonly isClosed: boolean;
  /** Ends all that wait, and from then on nobody waits. */
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

/** Holds a connection for a bounded time: that of a provider that is there and says nothing. */
export type Hang = () => Promise<void>;

/** The end of a request that gets no answer: the connection is dropped. */
export async function noAnswer(hang: Hang): Promise<HttpReply> {
  await hang();
  return ownReply((response) => response.destroy());
}
