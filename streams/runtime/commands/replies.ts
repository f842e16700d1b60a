import type { Answer } from './command-processor';

/** The outcome of a command, sent over Redis to the process that asked. It may be lost: the stored outcome counts. */
export interface Reply extends Answer {
  readonly commandId: string;
}

export interface AddressedReply extends Reply {
  /** The name of the process that asked. */
  readonly to: string;
}

/**
 * Sends packed replies to one process, and rejects if they are lost. Implemented in services/shared/reply-channel.ts.
 */
export type PublishReplies = (to: string, packed: Buffer) => Promise<unknown>;

/** Receives the replies to one process. Implemented in services/shared/reply-channel.ts. */
export interface ReplyInbox {
  /** True while replies arrive, as far as this process can tell. */
  readonly isOpen: boolean;
  close(): Promise<void>;
}

export interface ReplyHandlers {
  readonly onReplies: (packed: Buffer) => void;
  /** Replies that are already published may not arrive. */
  readonly onLost: () => void;
}

/** Opens the inbox of a process. Implemented by `replyInboxOpener` in services/shared/reply-channel.ts. */
export type OpenReplyInbox = (name: string, handlers: ReplyHandlers) => ReplyInbox;

/**
 * Packs all replies of a batch to one process into one message: a line of JSON with the length of each body, then the
 * bodies. A body is JSON already, and quoting it again costs 12 µs a reply instead of 2 (batches of 30, packed and
 * unpacked). Avro costs 4 µs.
 */
export function packReplies(replies: readonly Reply[]): Buffer {
  const heads = replies.map(({ commandId, status, replayed, body }) => [
    commandId,
    status,
    replayed,
    body.length,
  ]);
  return Buffer.from(`${JSON.stringify(heads)}\n${replies.map(({ body }) => body).join('')}`);
}

/** Returns none if the message cannot be read. The waiting requests then read their stored outcomes. */
export function unpackReplies(packed: Buffer): Reply[] {
  try {
    return unpack(packed.toString());
  } catch {
    return [];
  }
}

function unpack(text: string): Reply[] {
  const end = text.indexOf('\n');
  const heads = JSON.parse(text.slice(0, end)) as [string, number, boolean, number][];
  let at = end + 1;
  return heads.map(([commandId, status, replayed, length]) => {
    const body = text.slice(at, at + length);
    at += length;
    return { commandId, status, body, replayed };
  });
}
