import type { CreditEntry } from '../accounts/tables';
import type { Send } from '../delivery/tables';
import type { Message } from '../messages/tables';
import { attemptKey, timerKey } from '../store/row-keys';
import { inAnyHistory } from './fixtures/any-history';
import { priceOf } from './fixtures/history';
import type { World } from './fixtures/world';

describe('in any order of events', () => {
  test('the balance is the sum of the ledger and never below zero (CREDIT-1)', () => {
    inAnyHistory(({ set }) =>
      [...set.businesses.values()].filter(({ id, balance }) => {
        const own = [...set.creditEntries.values()].filter(({ businessId }) => businessId === id);
        const sum = own.reduce((total, { amount }) => total + amount, 0);
        return balance !== sum || balance !== own.at(-1)?.balance || balance < 0;
      }),
    );
  });

  test("a send keeps the price of its number's country, or has refunded all of it once (CREDIT-7)", () => {
    inAnyHistory((world) => {
      const entries = entriesBySend(world);
      return world.sends().filter((send) => !isPaidRightly(send, entries.get(send.id) ?? []));
    });
  });

  test('a push brings at most one text, except for an explicit resend (NUDGE-16)', () => {
    inAnyHistory((world) => {
      const resent = resentSends(world);
      const texts = world.sends('sms').filter((send) => wasWanted(send) && !resent.has(send.id));
      return repeated(texts.map(({ messageId, nudge }) => `${messageId} ${String(nudge)}`));
    });
  });

  test('nothing of a retracted message or a superseded nudge is still to go (NUDGE-4)', () => {
    inAnyHistory((world) =>
      world
        .sends()
        .filter(
          (send) => isUnwanted(world.set.messages.get(send.messageId), send) && isStillToGo(world, send),
        ),
    );
  });

  test('an escalation costs nothing before its deadline (NUDGE-10)', () => {
    inAnyHistory((world) => {
      const deadlines = deadlinesIn(world);
      return [...world.set.creditEntries.values()].filter(({ kind, sendId, createdAt }) => {
        const deadline = deadlines.get(sendId ?? '');
        return kind === 'charge' && deadline !== undefined && createdAt < deadline;
      });
    }, 'in the end');
  });

  test('every outcome is reported at most once per send, and an opening once per nudge (EVENT-9)', () => {
    inAnyHistory((world) => {
      const outcomes = eventsOf(world).filter(({ type }) => OUTCOME.test(type));
      const ofSends = outcomes.filter(({ send_id: sendId }) => sendId !== null);
      const openings = world.messages().filter(({ id, nudge }) => {
        const opened = outcomes.filter(
          ({ type, message_id }) => type === 'message.opened' && message_id === id,
        );
        return opened.length > nudge + 1;
      });
      return [...repeated(ofSends.map(({ type, send_id }) => `${type} ${String(send_id)}`)), ...openings];
    }, 'in the end');
  });

  test('no event tells of a fresh link, except what it proves about the address (INBOX-17)', () => {
    inAnyHistory((world) => {
      const fresh = new Set(world.sends().flatMap(({ id, nudge }) => (nudge === null ? [id] : [])));
      return eventsOf(world).filter(
        ({ type, send_id: sendId }) =>
          fresh.has(sendId ?? '') && type !== 'message.bounced' && type !== 'message.complained',
      );
    }, 'in the end');
  });

  test('a request whose key is spent is replayed and does nothing (IDEM-4)', () => {
    inAnyHistory((world) =>
      lastCommand(world).flatMap(({ brought: { replayed, written, outputs } }) => {
        const { commandOutcomes: _answer, ...others } = written;
        return replayed === true ? [...Object.values(others).flat(), ...outputs] : [];
      }),
    );
  });

  test('the deadline in the answer is the one that is stored (CHAN-2)', () => {
    inAnyHistory((world) =>
      lastCommand(world).flatMap(({ command: { body }, brought }) => {
        if (!('PushMessage' in body) || brought.written.messages.length === 0) return [];
        const sends = brought.written.sends as Send[];
        return (['sms', 'whatsapp'] as const).filter((channel) => {
          const block = brought.body?.[channel] as { escalates_at: string | null } | null;
          const kept = sends.findLast((send) => send.channel === channel && send.state !== 'cancelled');
          return block !== null && (kept?.escalatesAt?.toISOString() ?? null) !== block.escalates_at;
        });
      }),
    );
  });

  test('every send that waits has a record or a timer that wakes it', () => {
    inAnyHistory((world) => {
      const records = enqueuedAttempts(world);
      return world.sends().filter((send) => !isWaitedFor(world, send, records));
    });
  });

  test('a business has only its own rows, and a number has one holder in it (CONSENT-1, CONSENT-4)', () => {
    inAnyHistory(({ set }) => {
      const phones = [...set.recipients.values()].filter(({ phone }) => phone !== null);
      const foreign = [...set.messages.values()].filter(
        ({ businessId, recipientId }) => set.recipients.get(recipientId)?.businessId !== businessId,
      );
      return [
        ...foreign,
        ...repeated(phones.map(({ businessId, phone }) => `${businessId} ${String(phone)}`)),
      ];
    });
  });
});

const OUTCOME = /\.(delivered|failed|rejected|bounced|complained|opened|read|not_sent)$/;

interface EventRecord {
  readonly type: string;
  readonly send_id: string | null;
  readonly message_id: string;
}

function eventsOf(world: World): EventRecord[] {
  return outputsOf(world).flatMap((value) =>
    'type' in value && 'send_id' in value ? [value as EventRecord] : [],
  );
}

function outputsOf({ history }: World): object[] {
  return history.flatMap((happened) =>
    'command' in happened ? happened.brought.outputs.map(({ value }) => value as object) : [],
  );
}

function enqueuedAttempts(world: World): ReadonlySet<string> {
  const records = outputsOf(world).filter((value) => 'attempt' in value) as {
    send_id: string;
    attempt: number;
  }[];
  return new Set(records.map(({ send_id: sendId, attempt }) => attemptKey({ sendId, attempt })));
}

function repeated(texts: readonly string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

/** Allows one charge, an adjustment for each change to a country with another price, and one refund of everything. */
function isPaidRightly({ credits, state, channel, country }: Send, entries: readonly CreditEntry[]): boolean {
  const kinds = entries.map(({ kind }) => kind).join();
  const refund = entries.find(({ kind }) => kind === 'refund');
  const taken = entries.filter(({ kind }) => kind !== 'refund');
  const paid = taken.reduce((sum, { amount }) => sum - amount, 0);
  const isKept = channel !== 'email' && !['rejected', 'skipped', 'cancelled', 'armed'].includes(state);
  if (!/^(charge(,adjustment)*(,refund)?)?$/.test(kinds)) return false;
  if (refund !== undefined) return refund.amount === paid && credits === 0 && !isKept;
  return isKept ? credits === paid && credits === priceOf(country ?? '') : credits === 0 && kinds === '';
}

/** The first deadline of each escalation. */
function deadlinesIn({ history }: World): Map<string, Date> {
  const deadlines = new Map<string, Date>();
  for (const happened of history) {
    const sends = 'command' in happened ? (happened.brought.written.sends as Send[]) : [];
    for (const { id, state, escalatesAt } of sends) {
      if (state === 'armed' && escalatesAt !== null && !deadlines.has(id)) deadlines.set(id, escalatesAt);
    }
  }
  return deadlines;
}

function entriesBySend({ set }: World): Map<string, CreditEntry[]> {
  const bySend = new Map<string, CreditEntry[]>();
  for (const entry of set.creditEntries.values()) {
    if (entry.sendId !== null) bySend.set(entry.sendId, [...(bySend.get(entry.sendId) ?? []), entry]);
  }
  return bySend;
}

function resentSends({ history }: World): Set<string> {
  const resends = history.flatMap((happened) =>
    'command' in happened && 'ResendNudge' in happened.command.body ? [happened.brought] : [],
  );
  return new Set(resends.flatMap(({ written }) => (written.sends as Send[]).map(({ id }) => id)));
}

/** True if the send is or was on its way: not if it was refused at the push. */
function wasWanted({ state, queuedAt, escalatesAt, sendAt }: Send): boolean {
  return state !== 'skipped' || queuedAt !== null || escalatesAt !== null || sendAt !== null;
}

function isUnwanted(message: Message | undefined, { nudge }: Send): boolean {
  return message?.status === 'retracted' || (nudge !== null && nudge !== message?.nudge);
}

/** True if it can still be cancelled, because no provider has it or may have it. */
function isStillToGo(
  { set }: World,
  { id: sendId, state, attempt, submittedAt, fallbackAsked }: Send,
): boolean {
  if (state === 'armed' || state === 'scheduled' || (fallbackAsked && submittedAt !== null)) return true;
  if (state !== 'queued' || submittedAt !== null) return false;
  return set.attempts.get(attemptKey({ sendId, attempt }))?.outcome !== null;
}

function isWaitedFor({ set }: World, send: Send, records: ReadonlySet<string>): boolean {
  const { id: subjectId, state, attempt, submittedAt } = send;
  const isDue = (kind: 'send' | 'escalate' | 'retry' | 'fallback', at: Date | null | undefined) => {
    const timer = set.timers.get(timerKey({ subjectId, kind }));
    return timer !== undefined && (at === undefined || timer.dueAt.getTime() === at?.getTime());
  };
  if (state === 'scheduled') return isDue('send', send.sendAt);
  if (state === 'armed' && send.awaitsEmail) return set.sends.by('message', send.messageId).some(isEmailToGo);
  if (state === 'armed') return isDue('escalate', send.escalatesAt);
  if (state === 'queued' && submittedAt === null) {
    return records.has(attemptKey({ sendId: subjectId, attempt })) || isDue('retry', undefined);
  }
  const mayFallBack = send.fallbackAsked && (state === 'queued' || state === 'failed');
  return !mayFallBack || isDue('fallback', undefined);
}

function isEmailToGo({ channel, nudge, state, submittedAt }: Send): boolean {
  if (nudge === null) return false;
  return channel === 'email' && submittedAt === null && (state === 'queued' || state === 'scheduled');
}

function lastCommand({ history }: World) {
  const last = history.at(-1);
  return last !== undefined && 'command' in last ? [last] : [];
}
