import { ownReply, type Reply } from '../shared/http/reply';

/** Holds a connection without an answer, for a bounded time: that of a provider that is there and says nothing. */
export interface Hang {
  wait(): Promise<void>;
  /** Lets go of all that is held. */
  close(): void;
}

export function createHang(ms: number): Hang {
  const held = new Set<() => void>();
  return {
    wait: () =>
      new Promise((resolve) => {
        const letGo = (): void => {
          clearTimeout(timer);
          held.delete(letGo);
          resolve();
        };
        const timer = setTimeout(letGo, ms);
        held.add(letGo);
      }),
    close() {
      for (const letGo of held) letGo();
    },
  };
}

/** The end of a request that gets no answer: the connection is dropped. */
export async function noAnswer(hang: Hang): Promise<Reply> {
  await hang.wait();
  return ownReply((response) => response.destroy());
}
