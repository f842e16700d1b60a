import { packReplies, type AddressedReply, type PublishReplies, type Reply } from './replies';
import type { CommandTelemetry } from './telemetry';

interface Message {
  readonly bytes: number;
  readonly sentAtMs: number;
}

/**
 * Sends replies and waits for nothing: a reply that is lost is looked up. What a Redis that hangs was sent stays in
 * memory here, so nothing more is sent while its oldest answer is overdue, or while it has many bytes to answer for.
 */
export class ReplySender {
  private readonly unanswered = new Set<Message>();
  private unansweredBytes = 0;

  constructor(
    private readonly publish: PublishReplies,
    private readonly telemetry: Pick<CommandTelemetry, 'repliesLost'>,
  ) {}

  send(replies: readonly AddressedReply[]): void {
    for (const [to, own] of byAddressee(replies)) this.sendTo(to, own);
  }

  private sendTo(to: string, replies: readonly Reply[]): void {
    const packed = packReplies(replies);
    if (this.isBehind(packed.length)) {
      this.telemetry.repliesLost(
        replies.length,
        new Error('Redis has not answered for what it was sent before'),
      );
      return;
    }
    const message = { bytes: packed.length, sentAtMs: performance.now() };
    this.unanswered.add(message);
    this.unansweredBytes += message.bytes;
    this.publish(to, packed)
      .catch((error: unknown) => this.telemetry.repliesLost(replies.length, error))
      .finally(() => {
        this.unanswered.delete(message);
        this.unansweredBytes -= message.bytes;
      });
  }

  private isBehind(bytes: number): boolean {
    const [oldest] = this.unanswered;
    if (oldest === undefined) return false;
    const isOverdue = performance.now() - oldest.sentAtMs > OVERDUE_MS;
    return isOverdue || this.unansweredBytes + bytes > MOST_UNANSWERED_BYTES;
  }
}

/** By then whoever waits has looked the outcome up. */
const OVERDUE_MS = 2_000;
const MOST_UNANSWERED_BYTES = 16 * 1024 * 1024;

function byAddressee(replies: readonly AddressedReply[]): Map<string, AddressedReply[]> {
  const groups = new Map<string, AddressedReply[]>();
  for (const reply of replies) {
    const group = groups.get(reply.to);
    if (group === undefined) groups.set(reply.to, [reply]);
    else group.push(reply);
  }
  return groups;
}
