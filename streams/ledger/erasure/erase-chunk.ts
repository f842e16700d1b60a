import type { EraseChunk } from '../../../schemas/generated/command';
import { refundUnnamed } from '../accounts/credits';
import { NOTED, type Decide } from '../decision';
import { nextStep } from './begin';
import { phonesOf, type Doomed } from './rows-to-erase';
import { countStops } from './kept-stops';
import { isRecipient, withoutErased, withoutPerson } from './redact';
import { erasureReport } from './report';
import { answerOf, expiryOf } from '../answers/keyed-answer';
import { isPending } from '../delivery/cancel';
import type { IdempotencyRecord } from '../answers/tables';
import type { ErasedInSteps } from './erased-tables';
import type { Erasure } from './tables';
import type { Send } from '../delivery/tables';
import type { Turn } from '../command-context';
import { hashKey } from '../store/row-keys';
import { CHANNELS } from '../../../schemas/channels';

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

/** How each table's rows go. One that is erased in steps and not here does not compile. */
const REMOVAL: {
  readonly [Table in ErasedInSteps]: (turn: Turn, rows: Doomed[Table], erasure: Erasure) => void;
} = {
  messages: ({ set }, messages) => messages.forEach((message) => set.messages.remove(message)),
  sends: ({ set }, sends) => {
    for (const send of sends) set.sends.remove(send);
    set.forget('send_attempts', sends);
    set.forget('timers', sends);
  },
  events: ({ set }, events) => set.forget('events', events),
  deliveries: ({ set }, deliveries) => deliveries.forEach((delivery) => set.deliveries.remove(delivery)),
  replies: ({ set }, replies) => set.forget('whatsapp_replies', replies),
  idempotencyRecords: forgetPerson,
  commandOutcomes: ({ set }, outcomes) => set.forget('command_outcomes', outcomes),
  notices: ({ set }, notices) => set.forget('notices', notices),
  shortLinks: ({ set }, links) => set.forget('short_links', links),
  deadLetters: ({ set }, letters) => set.forget('dead_letters', letters),
};

/** The keys stay spent; what they were answered with names the person no more. */
function forgetPerson({ set }: Turn, records: readonly IdempotencyRecord[], erasure: Erasure): void {
  for (const found of records) {
    // As it is by now: a command of the same batch may have spent its key anew, or taken somebody else out of it.
    const record = set.idempotencyRecord(found.businessId, found.keyHash) ?? found;
    if (record.commandId !== found.commandId) continue;
    const { person } = record;
    const isNamed = person !== null && (person === erasure.recipientId || !isRecipient(person));
    set.idempotencyRecords.save(
      isNamed ? withoutPerson(record) : withoutErased(record, (named) => named === erasure.recipientId),
    );
  }
}

function erase(turn: Turn, erasure: Erasure, doomed: Doomed): Counts {
  const cancelled = refundPending(turn, doomed.sends);
  for (const table of Object.keys(REMOVAL) as ErasedInSteps[]) remove(turn, table, doomed[table], erasure);
  const sends = (channel: Send['channel']): number =>
    doomed.sends.filter((send) => send.channel === channel).length;
  const responses = doomed.idempotencyRecords.length + doomed.commandOutcomes.length;
  return {
    messages: doomed.messages.length,
    delivery_events: doomed.events.length,
    webhook_deliveries: doomed.deliveries.length,
    ...Object.fromEntries(CHANNELS.map((channel) => [`${channel}_sends`, sends(channel)])),
    whatsapp_replies: doomed.replies.length,
    // Without a recipient these are refusals alone: they go as well, and the report is all zeros (2.11).
    stored_responses: erasure.recipientId === null ? 0 : responses,
    cancelled_sends: cancelled,
    forwarded: forwarded(doomed),
  };
}

function remove<Table extends ErasedInSteps>(
  turn: Turn,
  table: Table,
  rows: Doomed[Table],
  erasure: Erasure,
): void {
  REMOVAL[table](turn, rows, erasure);
}

/** What no provider has been given is given back; what is on the line or was submitted stays spent. How many were waiting. */
function refundPending(turn: Turn, sends: readonly Send[]): number {
  const pending = sends.filter((send) => isPending(turn, send));
  for (const send of pending) refundUnnamed(turn, send);
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
