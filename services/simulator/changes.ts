import type { ServerResponse } from 'node:http';
import { ownReply, type HttpReply } from '../shared/http/reply';
import type { Change } from './channel-record';

/** Notifies open pages of what arrives, so that they do not have to poll. */
export interface Changes {
  announce(change: Change): void;
  /** An answer that stays open and carries server-sent events. */
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
      // A slow reader is disconnected. It reconnects and reloads everything, as it would have to do anyway.
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
        // Until the first byte arrives, a browser regards the stream as still connecting.
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

/** Several changes for one person within this time are sent as one. */
const GATHER_MS = 20;
const MAX_UNREAD_BYTES = 1024 * 1024;
