import type { Topic } from '../../schemas/topics';
import type { Send } from '../../schemas/generated/send';
import type { Sql } from '../runtime/postgres/database';
import type { AutoReply } from './auto-replies';
import type { SendSnapshot } from './send-snapshot';
import type { Verdict } from './verdict';
import type { Channel } from '../../schemas/channels';

/** What differs between the channels. The rest of a sender is the same for all of them. */
export interface SendingChannel<Nudge> {
  readonly name: Channel;
  readonly topic: Topic<Send>;
  /** Asks every gate again, with facts that are read in the transaction of the claim. */
  checkGates(
    sql: Sql,
    snapshots: readonly SendSnapshot[],
    now: Date,
  ): Promise<(snapshot: SendSnapshot) => Verdict>;
  /** What the provider gets. Pure: the snapshot was read in the claim. */
  compose(snapshot: SendSnapshot, now: Date): Nudge;
  /** The same for an automatic reply, whose text is already written. */
  composeAutoReply(autoReply: AutoReply): Nudge;
  /** The ids of the automatic replies whose addressee has stopped the channel since writing. */
  silenced(sql: Sql, autoReplies: readonly AutoReply[]): Promise<ReadonlySet<string>>;
}

/** Builds the links of a nudge. */
export interface NudgeLinks {
  /** The full URL of the link in an email. */
  inboxUrl(snapshot: SendSnapshot, expiresAt: Date): string;
  /** The short link: its code, its URL and the path of that URL. */
  short(snapshot: SendSnapshot): { readonly code: string; readonly url: string; readonly path: string };
}

/** An inbox link works for 30 days, and each nudge renews it (INBOX-2). */
export function linkExpiry(now: Date): Date {
  return new Date(now.getTime() + 30 * 86_400_000);
}
