import type { EraseChunk } from '../../../schemas/generated/command';
import { refundUnnamed } from '../accounts/credits';
import { NOTED, type Decide } from '../decision';
import { nextStep } from './begin';
import { phonesOf, type Doomed } from './doomed';
import { countStops } from './kept-stops';
import { isRecipient, withoutErased, withoutPerson } from './redact';
import { erasureReport } from './report';
import { answerOf, expiryOf } from '../answers/keyed-answer';
import { isPending } from '../delivery/call-off';
import type { Erasure } from './state';
import type { Send } from '../delivery/state';
import type { Turn } from '../turn';
import { hashKey } from '../store/working-set';

/** One step of an erasure. The last one stores the report and answers whoever has been waiting for it. */
export const eraseChunk: Decide<EraseChunk> = (turn, { erasure_id: id }) => {
  const erasure = turn.set.erasures.get(id);
  const doomed = turn.set.doomed.get(id);
  if (erasure?.businessId !== turn.businessId || doomed === undefined) return NOTED;
  const found = numbersIn(turn, erasure, doomed.sends);
  const furthered: Erasure = {
    ...erasure,
    numbers: [...erasure.numbers, ...found.map(hashKey)],
    counts: sum(erasure.counts, erase(turn, erasure, doomed), countStops(turn, found)),
  };
  // What stands under a number that has just come up is for the next step to remove.
  if (doomed.more || found.length > 0) {
    turn.set.erasures.save(furthered);
    nextStep(turn, id);
  } else {
    turn.set.erasures.remove(erasure);
    conclude(turn, furthered);
  }
  return NOTED;
};

/** Numbers that the erasure has not come across before, as keyed hashes: when the sends are gone, nothing else names them. */
function numbersIn({ rules }: Turn, { numbers }: Erasure, sends: readonly Send[]): Buffer[] {
  return phonesOf(sends)
    .map((phone) => rules.hash('number', phone))
    .filter((hash) => !numbers.includes(hashKey(hash)));
}

type Counts = Readonly<Record<string, number>>;

function erase(turn: Turn, erasure: Erasure, doomed: Doomed): Counts {
  const { set } = turn;
  const cancelled = eraseSends(turn, doomed.sends);
  for (const message of doomed.messages) set.messages.remove(message);
  for (const found of doomed.responses) {
    // As it is by now: a command of the same batch may have spent its key anew, or taken somebody else out of it.
    const record = set.idempotencyRecord(found.businessId, found.keyHash) ?? found;
    if (record.commandId !== found.commandId) continue;
    const { person } = record;
    const isNamed = person !== null && (person === erasure.recipientId || !isRecipient(person));
    set.idempotencyRecords.save(
      isNamed ? withoutPerson(record) : withoutErased(record, (named) => named === erasure.recipientId),
    );
  }
  for (const delivery of doomed.deliveries) set.deliveries.remove(delivery);
  set.forget('events', doomed.events);
  set.forget('whatsapp_replies', doomed.replies);
  set.forget('command_outcomes', doomed.outcomes);
  set.forget('notices', doomed.notices);
  set.forget('short_links', doomed.shortLinks);
  set.forget('dead_letters', doomed.deadLetters);
  const sends = (channel: Send['channel']): number =>
    doomed.sends.filter((send) => send.channel === channel).length;
  const responses = doomed.responses.length + doomed.outcomes.length;
  return {
    messages: doomed.messages.length,
    delivery_events: doomed.events.length,
    webhook_deliveries: doomed.deliveries.length,
    email_sends: sends('email'),
    sms_sends: sends('sms'),
    whatsapp_sends: sends('whatsapp'),
    whatsapp_replies: doomed.replies.length,
    // Without a recipient these are refusals alone: they go as well, and the report is all zeros (2.11).
    stored_responses: erasure.recipientId === null ? 0 : responses,
    cancelled_sends: cancelled,
    forwarded: forwarded(doomed),
  };
}

/** What no provider has been given is given back; what is on the line or was submitted stays spent. How many were waiting. */
function eraseSends(turn: Turn, sends: readonly Send[]): number {
  const { set } = turn;
  const pending = sends.filter((send) => isPending(turn, send));
  for (const send of pending) refundUnnamed(turn, send);
  for (const send of sends) set.sends.remove(send);
  set.forget('send_attempts', sends);
  set.forget('timers', sends);
  return pending.length;
}

/**
 * A forward email that still waits is dropped with its reply; one that has been taken may have carried it away. A reply and
 * its email may go in different steps, so each is counted in its own: only the sum of all steps says how many.
 */
function forwarded({ replies, notices }: Doomed): number {
  const asked = replies.filter(({ forwardNoticeId }) => forwardNoticeId !== null).length;
  return asked - notices.filter(({ isWaitingForward }) => isWaitingForward).length;
}

function conclude(turn: Turn, erasure: Erasure): void {
  const { businessId, now, set } = turn;
  const { id: commandId, keyHash, fingerprint } = erasure;
  const answer = answerOf({ status: 200, body: erasureReport(erasure) });
  if (keyHash !== null && fingerprint !== null) {
    const { replayed: _first, ...said } = answer;
    set.spend({ ...said, businessId, commandId, keyHash, fingerprint, expiresAt: expiryOf(now) });
  }
  turn.concluded = { commandId, answer };
}

function sum(...parts: readonly Counts[]): Counts {
  const total: Record<string, number> = {};
  for (const [name, count] of parts.flatMap((part) => Object.entries(part))) {
    total[name] = (total[name] ?? 0) + count;
  }
  return total;
}
