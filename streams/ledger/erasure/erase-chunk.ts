import type { EraseChunk } from '../../../schemas/generated/command';
import { refundUnnamed } from '../accounts/credits';
import { NOTED, type Decide } from '../decision';
import { nextStep } from './begin';
import { phonesOf, type RowsToErase } from './rows-to-erase';
import { countStops } from './kept-stops';
import { isRecipient, withoutErased, withoutPerson } from './redact';
import { erasureReport } from './report';
import { answerOf, expiryOf } from '../answers/keyed-answer';
import { isPending } from '../delivery/cancel';
import type { IdempotencyRecord } from '../answers/tables';
import type { ErasedInSteps } from './erased-tables';
import type { Erasure } from './tables';
import type { Send } from '../delivery/tables';
import type { CommandContext } from '../command-context';
import { hashKey } from '../store/row-keys';
import { CHANNELS } from '../../../schemas/channels';

/** One step of an erasure. The last one stores the report and answers the request that began it. */
export const eraseChunk: Decide<EraseChunk> = (context, { erasure_id: id }) => {
  const erasure = context.set.erasures.get(id);
  const toErase = context.set.toErase.get(id);
  if (erasure?.businessId !== context.businessId || toErase === undefined) return NOTED;
  const found = numbersIn(context, erasure, toErase.sends);
  const furthered: Erasure = {
    ...erasure,
    numbers: [...erasure.numbers, ...found.map(hashKey)],
    counts: sum(erasure.counts, erase(context, erasure, toErase), countStops(context, found)),
  };
  // The next step removes what is stored under a number that has just come up (ERASE-12).
  if (toErase.more || found.length > 0) {
    context.set.erasures.save(furthered);
    nextStep(context, id);
  } else {
    context.set.erasures.remove(erasure);
    conclude(context, furthered);
  }
  return NOTED;
};

/** Numbers that the erasure has not met before, as keyed hashes. Once the sends are gone, nothing else names them. */
function numbersIn({ rules }: CommandContext, { numbers }: Erasure, sends: readonly Send[]): Buffer[] {
  return phonesOf(sends)
    .map((phone) => rules.hash('number', phone))
    .filter((hash) => !numbers.includes(hashKey(hash)));
}

type Counts = Readonly<Record<string, number>>;

/** How the rows of each table are removed. A table that is erased in steps and missing here fails to compile. */
const REMOVAL: {
  readonly [Table in ErasedInSteps]: (
    context: CommandContext,
    rows: RowsToErase[Table],
    erasure: Erasure,
  ) => void;
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
  autoReplies: ({ set }, autoReplies) => set.forget('auto_replies', autoReplies),
  shortLinks: ({ set }, links) => set.forget('short_links', links),
  deadLetters: ({ set }, letters) => set.forget('dead_letters', letters),
};

/** The keys stay spent, but their stored outcomes name the person no more (ERASE-9). */
function forgetPerson(
  { set }: CommandContext,
  records: readonly IdempotencyRecord[],
  erasure: Erasure,
): void {
  for (const found of records) {
    // The record as it is now: a command of the same batch may have spent its key again, or removed another person from
    // it.
    const record = set.idempotencyRecord(found.businessId, found.keyHash) ?? found;
    if (record.commandId !== found.commandId) continue;
    const { person } = record;
    const isNamed = person !== null && (person === erasure.recipientId || !isRecipient(person));
    set.idempotencyRecords.save(
      isNamed ? withoutPerson(record) : withoutErased(record, (named) => named === erasure.recipientId),
    );
  }
}

function erase(context: CommandContext, erasure: Erasure, toErase: RowsToErase): Counts {
  const cancelled = refundPending(context, toErase.sends);
  for (const table of Object.keys(REMOVAL) as ErasedInSteps[]) {
    remove(context, table, toErase[table], erasure);
  }
  const sends = (channel: Send['channel']): number =>
    toErase.sends.filter((send) => send.channel === channel).length;
  const responses = toErase.idempotencyRecords.length + toErase.commandOutcomes.length;
  return {
    messages: toErase.messages.length,
    delivery_events: toErase.events.length,
    webhook_deliveries: toErase.deliveries.length,
    ...Object.fromEntries(CHANNELS.map((channel) => [`${channel}_sends`, sends(channel)])),
    whatsapp_replies: toErase.replies.length,
    // Without a recipient these are only refusals: they are removed, and the report is all zeros (ERASE-6).
    stored_responses: erasure.recipientId === null ? 0 : responses,
    cancelled_sends: cancelled,
    forwarded: forwarded(toErase),
  };
}

function remove<Table extends ErasedInSteps>(
  context: CommandContext,
  table: Table,
  rows: RowsToErase[Table],
  erasure: Erasure,
): void {
  REMOVAL[table](context, rows, erasure);
}

/**
 * Refunds what no provider was given. What is being submitted or was submitted stays spent (ERASE-10). Returns how many
 * sends were waiting.
 */
function refundPending(context: CommandContext, sends: readonly Send[]): number {
  const pending = sends.filter((send) => isPending(context, send));
  for (const send of pending) refundUnnamed(context, send);
  return pending.length;
}

/**
 * A forward email that still waits is dropped with its reply; one that a sender has taken may have carried the reply
 * away (ERASE-16). A reply and its email may go in different steps, and each is counted in its own, so only the sum of
 * all steps is the result.
 */
function forwarded({ replies, autoReplies }: RowsToErase): number {
  const asked = replies.filter(({ forwardAutoReplyId }) => forwardAutoReplyId !== null).length;
  return asked - autoReplies.filter(({ isWaitingForward }) => isWaitingForward).length;
}

function conclude(context: CommandContext, erasure: Erasure): void {
  const { businessId, now, set } = context;
  const { id: commandId, keyHash, fingerprint } = erasure;
  const answer = answerOf({ status: 200, body: erasureReport(erasure) });
  if (keyHash !== null && fingerprint !== null) {
    const { replayed: _first, ...outcome } = answer;
    set.spend({ ...outcome, businessId, commandId, keyHash, fingerprint, expiresAt: expiryOf(now) });
  }
  context.concluded = { commandId, answer };
}

function sum(...parts: readonly Counts[]): Counts {
  const total: Record<string, number> = {};
  for (const [name, count] of parts.flatMap((part) => Object.entries(part))) {
    total[name] = (total[name] ?? 0) + count;
  }
  return total;
}
