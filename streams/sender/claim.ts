/** The transaction that gives a sender the right to one attempt of each send, with every gate asked again (CHAN-5). */
import { monthOf } from '../rules/calendar';
import { OTHER_COUNTRY } from '../channels/paid-gate';
import type { Database, Transaction } from '../runtime/postgres/database';
import { grantCaps, sharesOf } from './caps';
import type { SendingChannel } from './channel';
import {
  dropDoubtful,
  giveBackShares,
  lockSends,
  readdress,
  takeShares,
  writeAttempts,
  writeShortLinks,
  type Readdressed,
} from './claim-store';
import { isAutoReply, takeAutoReplies, type AutoReply } from './auto-replies';
import type { SendSnapshot } from './send-snapshot';
import type { MonthlyTally } from './submission-report';
import { attemptStateOf, type AttemptState, type Verdict } from './verdict';
import { workKey, type Work } from './work';

/** What a sender does with an attempt once the claim is committed. */
export type Claim =
  | {
      readonly step: 'submit';
      readonly work: Work;
      readonly snapshot: SendSnapshot;
      readonly monthly: MonthlyTally | null;
    }
  | { readonly step: 'auto_reply'; readonly work: Work; readonly autoReply: AutoReply }
  | { readonly step: 'skip'; readonly work: Work; readonly reason: string }
  | { readonly step: 'pass'; readonly work: Work };

export interface ClaimMoment {
  /** The unique name of this claim. */
  readonly sender: string;
  /** The product's time, for gates and links. */
  readonly now: Date;
  /** Real time; the time-out of the submission counts from it. */
  readonly startedAt: Date;
}

/**
 * Claims a batch in one transaction: locks the sends, asks every gate again, counts the caps and records the attempts.
 * For each `submit` that it returns, this process alone may call the provider, once.
 */
export async function claim(
  database: Database,
  channel: Pick<SendingChannel<unknown>, 'checkGates' | 'silenced'>,
  works: readonly Work[],
  moment: ClaimMoment,
): Promise<Claim[]> {
  return database.transaction(async (sql) => {
    const nudges = works.filter((work) => !isAutoReply(work));
    // Sends first, then automatic replies: an erasure locks them in this order, and another order would deadlock
    // (HAZ-15).
    const claims = nudges.length === 0 ? [] : await claimNudges(sql, channel, nudges, moment);
    return [...claims, ...(await claimAutoReplies(sql, channel, works.filter(isAutoReply), moment))];
  });
}

async function claimAutoReplies(
  sql: Transaction,
  channel: Pick<SendingChannel<unknown>, 'silenced'>,
  works: readonly Work[],
  { now }: ClaimMoment,
): Promise<Claim[]> {
  const taken = await takeAutoReplies(sql, works, now);
  const silenced = taken.size === 0 ? taken : await channel.silenced(sql, [...taken.values()]);
  return works.map((work) => {
    const autoReply = taken.get(work.sendId);
    return autoReply === undefined || silenced.has(autoReply.id)
      ? { step: 'pass', work }
      : { step: 'auto_reply', work, autoReply };
  });
}

async function claimNudges(
  sql: Transaction,
  channel: Pick<SendingChannel<unknown>, 'checkGates'>,
  works: readonly Work[],
  moment: ClaimMoment,
): Promise<Claim[]> {
  const found = await lockSends(sql, works);
  const states = works.map((work) => ({ work, state: attemptStateOf(work, found.get(workKey(work))) }));
  const asking = states.flatMap(({ work, state }) => (state.step === 'ask' ? [{ work, ...state }] : []));
  const decided = new Map((await decideAttempts(sql, channel, asking, moment)).map((one) => [one.work, one]));
  return states.map(({ work, state }) => decided.get(work) ?? claimOf(work, state));
}

interface Asking {
  readonly work: Work;
  readonly snapshot: SendSnapshot;
  readonly isCounted: boolean;
}

async function decideAttempts(
  sql: Transaction,
  channel: Pick<SendingChannel<unknown>, 'checkGates'>,
  asking: readonly Asking[],
  moment: ClaimMoment,
): Promise<Claim[]> {
  if (asking.length === 0) return [];
  const snapshots = asking.map(({ snapshot }) => snapshot);
  const verdictOf = await channel.checkGates(sql, snapshots, moment.now);
  const candidates = asking.map(({ snapshot, isCounted }) => ({
    businessId: snapshot.send.businessId,
    verdict: atItsPrice(snapshot, stillWanted(snapshot, verdictOf(snapshot))),
    isCounted,
  }));
  const used = await takeShares(sql, sharesOf(candidates));
  const { verdicts, tallies, refused } = grantCaps(candidates, used);
  giveBackShares(sql, refused);
  const judged = asking.map((one, index) => ({
    verdict: verdicts[index]!,
    monthly: monthlyTally(tallies[index]!.get('emails_per_month'), moment.now),
    ...one,
  }));
  writeDown(sql, judged, moment);
  return judged.map(({ work, snapshot, verdict, monthly }) =>
    verdict.goes
      ? { step: 'submit', work, snapshot, monthly }
      : { step: 'skip', work, reason: verdict.reason },
  );
}

function monthlyTally(emails: number | undefined, now: Date): MonthlyTally | null {
  return emails === undefined ? null : { emails, month: monthOf(now) };
}

/** The statements are not awaited: if one fails, the commit of the claim fails. */
function writeDown(
  sql: Transaction,
  judged: readonly (Asking & { readonly verdict: Verdict })[],
  moment: ClaimMoment,
): void {
  dropDoubtful(
    sql,
    judged.map(({ work }) => work),
  );
  writeAttempts(
    sql,
    judged.flatMap(({ work, verdict }) => {
      const skippedReason = verdict.goes ? null : verdict.reason;
      return skippedReason === OTHER_COUNTRY ? [] : [{ skippedReason, ...work }];
    }),
    moment,
  );
  readdress(
    sql,
    judged.flatMap(({ snapshot, verdict }) => (verdict.goes ? readdressed(snapshot) : [])),
  );
  writeShortLinks(
    sql,
    judged.flatMap(({ snapshot: { send, recipient, message }, verdict }) =>
      verdict.goes && verdict.shortLink !== null
        ? [
            {
              ...verdict.shortLink,
              businessId: send.businessId,
              recipientId: recipient.id,
              messageId: message.id,
            },
          ]
        : [],
    ),
  );
}

/** A paid send goes to the number that its recipient holds now, not to the one that it was queued for (NUDGE-18). */
function readdressed({ send, recipient }: SendSnapshot): Readdressed[] {
  const { phone } = recipient;
  if (send.phone === null || phone === null || phone === send.phone) return [];
  return [{ businessId: send.businessId, sendId: send.id, phone }];
}

/**
 * Credits are charged by country, and the recipient's number may be in another country by now. The send does not end
 * and no attempt is recorded: the ledger settles the price and enqueues the send again as its next attempt (CREDIT-8).
 */
function atItsPrice({ send, recipient }: SendSnapshot, verdict: Verdict): Verdict {
  if (!verdict.goes || send.phone === null || recipient.phone === null) return verdict;
  return send.country === recipient.phoneCountry ? verdict : { goes: false, reason: OTHER_COUNTRY };
}

/**
 * The ledger cancels the waiting sends of a message that is retracted or nudged again, but no send with an open
 * attempt. If that attempt is a claim of this process whose commit was in doubt, the send is refused here.
 */
function stillWanted({ send, message }: SendSnapshot, verdict: Verdict): Verdict {
  if (!verdict.goes) return verdict;
  if (message.status === 'retracted') return { goes: false, reason: 'retracted' };
  const isSuperseded = send.nudge !== null && send.nudge !== message.nudge;
  return isSuperseded ? { goes: false, reason: 'superseded' } : verdict;
}

function claimOf(work: Work, state: AttemptState): Claim {
  return state.step === 'skip' ? { step: 'skip', work, reason: state.reason } : { step: 'pass', work };
}
