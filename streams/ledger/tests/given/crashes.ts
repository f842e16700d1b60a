import type { Command, PushMessage } from '../../../../schemas/generated/command';
import { Rows } from '../../store/rows';
import type { Send, Timer } from '../../delivery/tables';
import { attemptKey } from '../../store/row-keys';
import { WorkingSet } from '../../store/working-set';
import { decide } from '../../decide';
import { aBusiness, command, HOUSE, NOW, PLAIN_PUSH } from './scenario';

/** A record of `sends.*`, which its reader may be given again at any time. */
export interface SendRecord {
  readonly send_id: string;
  readonly attempt: number;
}

/** A call to a provider. */
export interface Submission {
  readonly send: Send;
  readonly attempt: number;
  readonly outcome: string;
  /** The provider took it: what it says of it may be known, or lost with the sender. */
  readonly isTaken: boolean;
  /** How much had been applied when the call was made. */
  readonly at: number;
}

export interface Told {
  readonly type: string;
  readonly send_id: string | null;
}

/** An answer that somebody has: from here on it holds. */
export interface Acknowledged {
  readonly what: 'opened' | 'retracted';
  readonly at: number;
  /** The sends that waited for nothing any more when it was given. */
  readonly underWay: ReadonlySet<string>;
}

type Crash = 'none' | 'before commit' | 'before telling';

/**
 * One push on its way through a pipeline whose parts die: what is not committed is forgotten and decided anew from what
 * is, what is committed and not told is told again, a sender's call may be the last thing it did.
 */
export class CrashingPipeline {
  stored = new WorkingSet();
  nowMs = NOW;
  readonly records: SendRecord[] = [];
  readonly told: Told[] = [];
  readonly submissions: Submission[] = [];
  readonly acknowledged: Acknowledged[] = [];
  readonly resent = new Set<string>();
  /** What senders know and have not said yet. */
  readonly unsaid: Submission[] = [];
  private readonly log: Command[] = [];
  private position = 0;
  private lastNowMs = 0;
  private made = 0;

  constructor(push: Partial<PushMessage>, credits: number) {
    const settings = { sms_mode: 'on', whatsapp_mode: 'on', low_balance_threshold: 0 };
    this.log.push(aBusiness((this.made += 1), settings));
    this.write({ TopUp: { amount: credits, note: null } });
    this.write({ PushMessage: { ...PLAIN_PUSH, ...push } });
    this.apply(3, 'none');
  }

  /** A command stands in the log, perhaps more than once. */
  write(body: Command['body'], times = 1): void {
    const wish = command((this.made += 1), body, { issued_at: this.nowMs });
    for (let left = times; left > 0; left -= 1) this.log.push(wish);
  }

  get unapplied(): number {
    return this.log.length - this.position;
  }

  sends(): Send[] {
    return [...this.stored.sends.values()];
  }

  /** What is due now. A row stays until its command has been applied, so it may fire any number of times. */
  dueTimers(): Timer[] {
    return this.timers().filter(({ dueAt }) => dueAt.getTime() <= this.nowMs);
  }

  /** The next one first. */
  timers(): Timer[] {
    return [...this.stored.timers.values()].sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  }

  /** One micro-batch, and the point at which its process dies. */
  apply(count: number, crash: Crash): void {
    const batch = this.log.slice(this.position, this.position + count);
    const draft = copyOf(this.stored);
    let now = this.lastNowMs;
    const applied = batch.map((wish) => {
      now = Math.max(now, wish.issued_at);
      const before = new Map([...draft.sends.values()].map((send) => [send.id, send]));
      const house = { rules: HOUSE, wallNow: new Date(NOW) };
      return { wish, before, ...decide(draft, { command: wish, nowMs: now }, house) };
    });
    if (crash === 'before commit') return;
    this.stored = draft;
    this.position += batch.length;
    this.lastNowMs = now;
    for (const { wish, before, outputs, answer } of applied) {
      if (answer?.status === 200) this.note(wish, before);
      for (const { value } of outputs) this.tell(value as object, crash === 'before telling' ? 2 : 1);
    }
  }

  /** A sender takes a record: one transaction on what is committed, then the call. */
  submit({ send_id: id, attempt }: SendRecord, outcome: string, isTaken: boolean): void {
    const send = this.stored.sends.get(id);
    const key = attemptKey({ sendId: id, attempt });
    if (send?.state !== 'queued' || send.attempt !== attempt || send.submittedAt !== null) return;
    if (this.stored.attempts.get(key) !== undefined) return;
    const { businessId, messageId } = send;
    this.stored.attempts.load([{ businessId, sendId: id, attempt, outcome: null, skippedReason: null }]);
    if (this.stored.messages.get(messageId)?.status === 'retracted') {
      this.unsaid.push({ send, attempt, outcome: 'skipped', isTaken: false, at: this.position });
      return;
    }
    const submission = { send, attempt, outcome, isTaken, at: this.position };
    this.submissions.push(submission);
    if (outcome !== 'lost') this.unsaid.push(submission);
  }

  /** A sender dies before it has said how its call ended: from here on nobody knows. */
  lose(known: Submission): void {
    const index = this.submissions.indexOf(known);
    if (index < 0) return;
    this.submissions[index] = { ...known, outcome: 'lost' };
    this.unsaid.splice(this.unsaid.indexOf(known), 1);
  }

  /** What nobody will say any more is swept. */
  sweep(): void {
    for (const { sendId: send_id, attempt, outcome } of this.stored.attempts.values()) {
      const isKnown = this.unsaid.some(({ send, attempt: of }) => send.id === send_id && of === attempt);
      if (outcome === null && !isKnown) this.writeResult(send_id, attempt, 'unknown');
    }
  }

  writeResult(send_id: string, attempt: number, outcome: string, times = 1): void {
    const skipped_reason = outcome === 'skipped' ? 'retracted' : null;
    const nothing = { retry_after_ms: null, emails_this_month: null, counted_month: null, provider_id: null };
    this.write({ ReportAttempt: { send_id, attempt, outcome, skipped_reason, ...nothing } }, times);
  }

  private note({ body }: Command, before: ReadonlyMap<string, Send>): void {
    if ('ResendNudge' in body) {
      for (const { id } of this.sends()) if (!before.has(id)) this.resent.add(id);
    }
    const what = 'OpenMessage' in body ? 'opened' : 'RetractMessage' in body ? 'retracted' : null;
    if (what === null) return;
    const underWay = [...before.values()].filter(({ state }) => state !== 'armed');
    this.acknowledged.push({ what, at: this.position, underWay: new Set(underWay.map(({ id }) => id)) });
  }

  /** Readers of sends may be told twice; those of events are not, for the relay tells within a transaction. */
  private tell(value: object, times: number): void {
    if ('attempt' in value) {
      for (let left = times; left > 0; left -= 1) this.records.push(value as SendRecord);
    } else if ('type' in value && 'send_id' in value) this.told.push(value as Told);
  }
}

/** What a process that comes anew loads: rows, and no memory of how they came about. */
function copyOf(stored: WorkingSet): WorkingSet {
  const copy = new WorkingSet();
  for (const [name, rows] of Object.entries(stored) as [keyof WorkingSet, unknown][]) {
    if (rows instanceof Rows) (copy[name] as Rows<unknown>).load(rows.values());
  }
  for (const [id, answer] of stored.answers) copy.answers.set(id, answer);
  return copy;
}
