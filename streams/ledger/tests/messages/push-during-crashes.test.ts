import fc from 'fast-check';
import type { PushMessage } from '../../../../schemas/generated/command';
import { Chance } from '../fixtures/chance';
import { CrashingPipeline, type Submission, type EventRecord } from '../fixtures/crashes';
import { FOR_WHATSAPP, HOUR, MINUTE, SECOND } from '../fixtures/world';

// A push with every option set, followed by opens, statuses, timers, retractions, resends and crashes in any order. A
// crashed process decides again from what is stored, publishes again what was not published, and leaves provider calls
// without an outcome.

const numbers = fc.array(fc.noBias(fc.nat({ max: 9_999 })), { minLength: 8, maxLength: 8 });
const histories = fc.array(numbers, { minLength: 40, maxLength: 140 });

const MESSAGE_OPTIONS: Partial<PushMessage> = {
  ...FOR_WHATSAPP,
  sms_if_whatsapp_fails: true,
  kind: 'updateable',
  notify: true,
};

function aPush(chance: Chance, pipelineNow: number): Partial<PushMessage> {
  const channels = chance.pick([['whatsapp'], ['whatsapp'], ['sms', 'whatsapp']]);
  // Seldom with `send_at`, because waiting ends many a history before it begins.
  return {
    ...MESSAGE_OPTIONS,
    channels,
    send_at: chance.pick([null, null, pipelineNow + HOUR]),
    escalate_if_unread_after_minutes: chance.pick([30, 30, null]),
  };
}

type Step = (pipeline: CrashingPipeline, chance: Chance) => void;

const OUTCOMES = [
  'accepted',
  'accepted',
  'refused',
  'throttled',
  'try_later',
  'not_reached',
  'unknown',
  'lost',
];
const TAKEN_IF = { accepted: 'always', unknown: 'perhaps', lost: 'perhaps' } as Readonly<
  Record<string, string>
>;
const EMAIL_STATUSES = ['delivered', 'bounced_hard', 'bounced_soft', 'complained', 'failed'];
const PAID_STATUSES = ['delivered', 'read', 'failed', 'not_on_whatsapp'];
/** How often the log holds a command. */
const TIMES = [1, 1, 1, 2, 3];

const apply: Step = (pipeline, chance) => {
  const crash = chance.pick(['none', 'none', 'none', 'before commit', 'before publishing'] as const);
  pipeline.apply(1 + chance.below(6), crash);
};

const submit: Step = (pipeline, chance) => {
  for (const record of chance.some(pipeline.records)) {
    const outcome = chance.pick(OUTCOMES);
    const isTaken =
      TAKEN_IF[outcome] === 'always' || (TAKEN_IF[outcome] === 'perhaps' && chance.below(2) === 0);
    pipeline.submit(record, outcome, isTaken);
  }
};

const answer: Step = (pipeline, chance) => {
  for (const said of chance.some(pipeline.unsaid)) {
    pipeline.unsaid.splice(pipeline.unsaid.indexOf(said), 1);
    pipeline.writeResult(said.send.id, said.attempt, said.outcome, chance.pick(TIMES));
  }
};

/** A sender dies before it reports the outcome of its call. */
const forgetAnswer: Step = (pipeline, chance) => {
  for (const known of chance.some(pipeline.unsaid)) pipeline.lose(known);
};

const report: Step = (pipeline, chance) => {
  for (const { send } of chance.some(pipeline.submissions.filter(({ isTaken }) => isTaken))) {
    const status = chance.pick(send.channel === 'email' ? EMAIL_STATUSES : PAID_STATUSES);
    const delivery = { send_id: send.id, status, provider_id: 'provider-1', address_hash: null };
    pipeline.write({ ReportDelivery: delivery }, chance.pick(TIMES));
  }
};

const fire: Step = (pipeline, chance) => {
  for (const { subjectId: subject_id, kind, dueAt } of chance.some(pipeline.dueTimers())) {
    pipeline.write({ FireTimer: { subject_id, kind, due_at: dueAt.getTime() } }, chance.pick(TIMES));
  }
};

const wait: Step = (pipeline, chance) => {
  const [next] = pipeline.timers();
  const untilNext = next === undefined ? MINUTE : Math.max(0, next.dueAt.getTime() - pipeline.nowMs);
  pipeline.nowMs += chance.pick([SECOND, MINUTE, 6 * MINUTE, untilNext, untilNext, untilNext]);
};

const open: Step = (pipeline, chance) => {
  for (const { id: message_id, recipientId: recipient_id } of pipeline.stored.messages.values()) {
    pipeline.write({ OpenMessage: { recipient_id, message_id } }, chance.pick(TIMES));
  }
};

const retract: Step = (pipeline, chance) => {
  for (const { id: message_id } of pipeline.stored.messages.values()) {
    pipeline.write({ RetractMessage: { message_id } }, chance.pick(TIMES));
  }
};

const resend: Step = (pipeline, chance) => {
  for (const { id: message_id } of pipeline.stored.messages.values()) {
    const channel = chance.pick(['sms', 'whatsapp']);
    pipeline.write({ ResendNudge: { message_id, channel } }, chance.pick(TIMES));
  }
};

const sweep: Step = (pipeline) => pipeline.sweep();

/** Rarely an event that ends the history: an opening, a retraction, a resend. */
const endings: Step = (pipeline, chance) => {
  if (chance.below(5) === 0) chance.pick([open, retract, resend])(pipeline, chance);
};

const STEPS: readonly Step[] = [
  ...[apply, apply, apply, apply, apply, apply, submit, submit, submit, submit, answer, answer, answer],
  ...[forgetAnswer, report, report, report, fire, fire, fire, wait, wait, wait, endings, endings, sweep],
];

/** Applies everything that is left, without further crashes. */
function settle(pipeline: CrashingPipeline): void {
  for (let rounds = 0; rounds < 60; rounds += 1) {
    pipeline.apply(pipeline.unapplied, 'none');
    for (const record of pipeline.records) pipeline.submit(record, 'accepted', true);
    for (const { send, attempt, outcome } of pipeline.unsaid.splice(0)) {
      pipeline.writeResult(send.id, attempt, outcome);
    }
    pipeline.sweep();
    const [next] = pipeline.timers();
    if (pipeline.unapplied === 0 && next === undefined) return;
    if (pipeline.unapplied > 0 || next === undefined) continue;
    const { subjectId: subject_id, kind, dueAt } = next;
    pipeline.nowMs = Math.max(pipeline.nowMs, dueAt.getTime());
    pipeline.write({ FireTimer: { subject_id, kind, due_at: dueAt.getTime() } });
  }
  throw new Error('the pipeline still has work after 60 rounds');
}

function afterAnyHistory(offencesIn: (pipeline: CrashingPipeline) => readonly unknown[]): void {
  fc.assert(
    fc.property(numbers, histories, (start, steps) => {
      const first = new Chance(start);
      const pipeline = new CrashingPipeline(aPush(first, Date.UTC(2026, 0, 15, 12)), first.pick([1, 5, 5]));
      for (const step of steps) {
        const chance = new Chance(step);
        chance.pick(STEPS)(pipeline, chance);
      }
      settle(pipeline);
      expect(offencesIn(pipeline)).toEqual([]);
    }),
    { numRuns: 250, interruptAfterTimeLimit: 30_000 },
  );
}

describe('a push with every option set, with crashes on the way', () => {
  test('brings at most one text, except for an explicit resend, and submits no text twice (NUDGE-6, NUDGE-16)', () => {
    afterAnyHistory(({ submissions, resent }) => {
      const texts = submissions.filter((each) => each.send.channel === 'sms' && mayHaveArrived(each));
      const unasked = new Set(texts.filter(({ send }) => !resent.has(send.id)).map(({ send }) => send.id));
      return [...submittedTwice(submissions), ...[...unasked].slice(1)];
    });
  });

  test('has no charge without a send or a refund, no send without a charge, and neither twice (CREDIT-7)', () => {
    afterAnyHistory(({ stored, submissions }) => {
      const entries = [...stored.creditEntries.values()];
      const [business] = stored.businesses.values();
      const sum = entries.reduce((total, { amount }) => total + amount, 0);
      const wrong = [...stored.sends.values()].filter(({ id, channel }) => {
        const kinds = entries.filter(({ sendId }) => sendId === id).map(({ kind }) => kind);
        const went = submissions.some((each) => each.send.id === id && mayHaveArrived(each));
        if (channel === 'email') return kinds.length > 0;
        return went ? kinds.join() !== 'charge' : !['', 'charge,refund'].includes(kinds.join());
      });
      return business?.balance === sum ? wrong : [business, ...wrong];
    });
  });

  test('sends nothing once a retraction is acknowledged (NUDGE-4)', () => {
    afterAnyHistory(({ acknowledged, submissions }) => {
      const retracted = acknowledged.find(({ what }) => what === 'retracted');
      return retracted === undefined ? [] : submissions.filter(({ at }) => at >= retracted.at);
    });
  });

  test('sends nothing that was held until a deadline once the opening is acknowledged (NUDGE-12)', () => {
    afterAnyHistory(({ acknowledged, submissions, resent, stored }) => {
      const opened = acknowledged.find(({ what }) => what === 'opened');
      if (opened === undefined) return [];
      const whatsappWent = [...opened.underWay].some((id) => stored.sends.get(id)?.channel === 'whatsapp');
      return submissions.filter(({ send: { id, channel, fallbackOf }, at }) => {
        const isFree = channel === 'email' || resent.has(id) || opened.underWay.has(id);
        return at >= opened.at && !isFree && !(fallbackOf === 'whatsapp' && whatsappWent);
      });
    });
  });

  test('reports every outcome, and reports it once (EVENT-9)', () => {
    afterAnyHistory(({ events, stored }) => {
      const outcomes = events.filter(({ type }) => OUTCOME.test(type));
      const names = outcomes.map(({ type, send_id }) => `${type} ${String(send_id)}`);
      const repeated = names.filter((name, index) => names.indexOf(name) !== index);
      const unreported = [...stored.sends.values()].filter(({ id, state, channel, queuedAt }) => {
        const expected = channel === 'email' ? EMAIL_OUTCOMES[state] : PAID_OUTCOMES[state];
        const wasQueued = state !== 'skipped' || queuedAt !== null;
        return expected !== undefined && wasQueued && !isReported(outcomes, id, expected);
      });
      return [...repeated, ...unreported];
    });
  });

  test('goes by the first news of an attempt: what was accepted is not unknown (NUDGE-8)', () => {
    afterAnyHistory(({ stored }) =>
      [...stored.sends.values()].filter(
        ({ submittedAt, errorCode }) => submittedAt !== null && (errorCode ?? '').endsWith('outcome_unknown'),
      ),
    );
  });

  test('leaves nothing waiting', () => {
    afterAnyHistory(({ stored }) =>
      [...stored.sends.values()].filter(({ state, submittedAt }) =>
        state === 'queued' ? submittedAt === null : state === 'armed' || state === 'scheduled',
      ),
    );
  });
});

const OUTCOME = /\.(delivered|failed|rejected|bounced|complained|opened|read|not_sent)$/;
const EMAIL_OUTCOMES: Readonly<Record<string, string>> = {
  delivered: 'delivered',
  failed: 'failed',
  skipped: 'not_sent',
};
const PAID_OUTCOMES: Readonly<Record<string, string>> = {
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  rejected: 'rejected',
  skipped: 'rejected',
};

function isReported(outcomes: readonly EventRecord[], id: string, outcome: string): boolean {
  return outcomes.some(({ type, send_id }) => send_id === id && type.endsWith(`.${outcome}`));
}

/** The provider may have it, so it must never be submitted again. */
function mayHaveArrived({ outcome }: Submission): boolean {
  return outcome === 'accepted' || outcome === 'unknown' || outcome === 'lost';
}

/** Submissions of a send after one that may have arrived, and attempts that were made twice. */
function submittedTwice(submissions: readonly Submission[]): Submission[] {
  return submissions.filter((later, index) =>
    submissions
      .slice(0, index)
      .some(
        (earlier) =>
          earlier.send.id === later.send.id && (mayHaveArrived(earlier) || earlier.attempt === later.attempt),
      ),
  );
}
