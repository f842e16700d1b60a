import type { Topic } from '../../schemas/topics';
import type { Send } from '../../schemas/generated/send';
import type { Sql } from '../runtime/postgres/database';
import type { AutoReply } from './auto-replies';
import type { SendSnapshot } from './send-snapshot';
import type { Verdict } from './verdict';
import type { Channel } from '../../schemas/channels';

/** What differs from channel to channel. Everything else is the same machine. */
export interface SendingChannel<Nudge> {
  readonly name: Channel;
  readonly topic: Topic<Send>;
  /** Asks every gate again, on facts read in the transaction of the claim. */
  checkGates(
    sql: Sql,
    snapshots: readonly SendSnapshot[],
    now: Date,
  ): Promise<(snapshot: SendSnapshot) => Verdict>;
  /** What the provider gets. Pure: the snapshot was read in the claim. */
  compose(snapshot: SendSnapshot, now: Date): Nudge;
  /** The same for a free answer, whose words are there already. */
  answer(autoReply: AutoReply): Nudge;
  /** Of these free answers, those that their addressee does not want any more. */
  silenced(sql: Sql, autoReplies: readonly AutoReply[]): Promise<ReadonlySet<string>>;
}

/** Where a nudge leads. */
export interface NudgeLinks {
  /** The whole address of the email's link. */
  inboxUrl(snapshot: SendSnapshot, expiresAt: Date): string;
  /** The short one: its code, and the address it makes. */
  short(snapshot: SendSnapshot): { readonly code: string; readonly url: string; readonly path: string };
}

/** D14: an inbox link is good for 30 days, and renewed by each nudge. */
export function linkExpiry(now: Date): Date {
  return new Date(now.getTime() + 30 * 86_400_000);
}
