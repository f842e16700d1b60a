import type { Answer } from './command-processor';

/** The outcome of a command, on its way to the process that asked. A hint: the stored outcome is the truth. */
export interface Reply extends Answer {
  readonly commandId: string;
}

export interface AddressedReply extends Reply {
  /** The name of the process that asked. */
  readonly to: string;
}

/** Sends replies that were packed together to one process; rejects where they are lost. */
export type PublishReplies = (to: string, packed: Buffer) => Promise<unknown>;

/** Where the replies to one process arrive. */
export interface ReplyInbox {
  /** Replies that are published from now on arrive, as far as this end can tell. */
  readonly isOpen: boolean;
  close(): Promise<void>;
}

export interface ReplyHandlers {
  readonly onReplies: (packed: Buffer) => void;
  /** Replies that are on their way may not arrive. */
  readonly onLost: () => void;
}

/** Opens the inbox of the process that has this name. */
export type OpenReplyInbox = (name: string, handlers: ReplyHandlers) => ReplyInbox;

/**
 * All replies of a batch to one process travel as one message: a line of JSON, which tells how long each body is, and
 * the bodies behind it. They are JSON already, and quoted in JSON again they cost six times as much: 12 µs a reply, not 2
 * (batches of 30, packed and unpacked). Avro costs 4.
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

/** None where the message cannot be read: those who wait look their outcomes up. */
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
