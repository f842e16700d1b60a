import type { ServerResponse } from 'node:http';
import { ownReply, type HttpReply } from '../shared/http/reply';
import type { Change } from './channel-record';

/** Tells open pages that something came in, so that they need not ask again and again. */
export interface Changes {
  announce(change: Change): void;
  /** An answer that stays open: server-sent events. */
  stream(): HttpReply;
  close(): void;
}

export function createChanges(): Changes {
  const readers = new Set<ServerResponse>();
  const waiting = new Map<string, Change>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    const text = [...waiting.values()].map((change) => `data: ${JSON.stringify(change)}\n\n`).join('');
    waiting.clear();
    for (const reader of readers) {
      reader.write(text);
      // It comes back and loads everything anew, which is what it would have to do anyway.
      if (reader.writableLength > MAX_UNREAD_BYTES) reader.destroy();
    }
  };

  return {
    announce(change) {
      if (readers.size === 0) return;
      const name = `${change.channel} ${change.to}`;
      const arrived = change.arrived || waiting.get(name)?.arrived === true;
      waiting.set(name, { ...change, arrived });
      timer ??= setTimeout(flush, GATHER_MS);
    },
    stream: () =>
      ownReply((response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
        if (response.req.method === 'HEAD') return void response.end();
        // Without a first byte a browser would take the stream for one that is still connecting.
        response.write(': open\n\n');
        readers.add(response);
        response.once('close', () => readers.delete(response));
      }),
    close() {
      clearTimeout(timer);
      for (const reader of readers) reader.end();
    },
  };
}

/** A burst to one person is one change. */
const GATHER_MS = 20;
const MAX_UNREAD_BYTES = 1024 * 1024;
