import type { Topic } from '../../schemas/topics';
import type { Send } from '../../schemas/generated/send';
import type { Sql } from '../runtime/postgres/database';
import type { Notice } from './auto-replies';
import type { Scene } from './send-snapshot';
import type { Verdict } from './verdict';
import type { Channel } from '../../schemas/channels';

/** What differs from channel to channel. Everything else is the same machine. */
export interface SendingChannel<Nudge> {
  readonly name: Channel;
  readonly topic: Topic<Send>;
  /** Asks every gate again, on facts read in the transaction of the claim. */
  judge(sql: Sql, scenes: readonly Scene[], now: Date): Promise<(scene: Scene) => Verdict>;
  /** What the provider gets. Pure: the scene was read in the claim. */
  compose(scene: Scene, now: Date): Nudge;
  /** The same for a free answer, whose words are there already. */
  answer(notice: Notice): Nudge;
  /** Of these free answers, those that their addressee does not want any more. */
  silenced(sql: Sql, notices: readonly Notice[]): Promise<ReadonlySet<string>>;
}

/** Where a nudge leads. */
export interface NudgeLinks {
  /** The whole address of the email's link. */
  inboxUrl(scene: Scene, expiresAt: Date): string;
  /** The short one: its code, and the address it makes. */
  short(scene: Scene): { readonly code: string; readonly url: string; readonly path: string };
}

/** D14: an inbox link is good for 30 days, and renewed by each nudge. */
export function linkExpiry(now: Date): Date {
  return new Date(now.getTime() + 30 * 86_400_000);
}
