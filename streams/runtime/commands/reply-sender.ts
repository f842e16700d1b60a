import { packReplies, type AddressedReply, type PublishReplies, type Reply } from './replies';
import type { CommandTelemetry } from './telemetry';

interface Message {
  readonly bytes: number;
  readonly sentAtMs: number;
}

/**
 * Sends replies and never waits: a lost reply is looked up (HAZ-11). What Redis has not acknowledged stays in memory,
 * so nothing more is sent while the oldest acknowledgement is overdue or too many bytes are unacknowledged.
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
        new Error('Redis has not acknowledged earlier replies: they are dropped until it does'),
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

/** By then every waiting request has looked its outcome up. */
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
