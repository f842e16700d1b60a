import type { Sql } from '../../runtime/postgres/database';
import type { BatchLimits } from '../store/batch-limits';
import { NOTHING_TO_ERASE, phonesOf, type RowsToErase, type Named } from './rows-to-erase';
import { replyOf } from '../people/people-in';
import { hashKey } from '../store/row-keys';
import type { WorkingSet } from '../store/working-set';
import type { Needs } from '../store/needs';
import {
  type Erasure,
  type QueuedDelivery,
  deliveries as deliveriesTable,
  erasures as erasuresTable,
} from './tables';
import {
  type Acknowledgement,
  type Recipient,
  acknowledgements as acknowledgementsTable,
} from '../people/tables';
import { type IdempotencyRecord, idempotencyRecords as idempotencyRecordsTable } from '../answers/tables';
import type { Send } from '../delivery/tables';
import { type Message, messages as messagesTable } from '../messages/tables';
import type { PlatformSettings } from '../command-context';

/** One step removes at most this many rows of a table: 500 messages with all their rows take about 50 ms. */
const ROWS_PER_STEP = 500;
/** The stored outcome of a batch is up to 100 times as long as that of a push. */
const BATCHES_PER_STEP = 20;

/** An erasure that the batch continues, and the messages that its next step removes. */
export interface NextStep {
  readonly erasure: Erasure;
  readonly messages: readonly Message[];
}

/**
 * Runs before the statement that locks the sends of the batch. That statement also locks the sends of messages to
 * erase, because a second one would break the lock order of the senders (HAZ-15).
 */
export async function loadErasures(sql: Sql, set: WorkingSet, { erasures }: Needs): Promise<NextStep[]> {
  const values = [erasures.map(({ businessId }) => businessId), erasures.map(({ id }) => id)];
  set.erasures.load(await sql.query<Erasure>(ERASURES, values));
  return Promise.all(
    Array.from(set.erasures.values(), async (erasure) => {
      if (erasure.kind === 'whatsapp') return { erasure, messages: [] };
      const one = [erasure.businessId, erasure.recipientId, ROWS_PER_STEP];
      const messages = await sql.query<Message>(MESSAGES, one);
      set.messages.load(messages);
      return { erasure, messages };
    }),
  );
}

/** Loads all rows that the next steps remove. */
export async function loadRowsToErase(
  sql: Sql,
  set: WorkingSet,
  steps: readonly NextStep[],
  { sendsErased }: BatchLimits,
): Promise<void> {
  let room = sendsErased;
  for (const step of steps) {
    const within = withinRoom(set, step.messages, room);
    room -= within.sends.length;
    set.toErase.set(step.erasure.id, await rowsOfStep(sql, step.erasure, within));
  }
}

type OfMessages = Pick<RowsToErase, 'messages' | 'sends' | 'more'>;

/**
 * Takes the sends message by message, up to the limit. The message that reaches the limit stays for the next step,
 * together with those behind it and with the rest of its sends.
 */
function withinRoom(set: WorkingSet, messages: readonly Message[], room: number): OfMessages {
  const sends: Send[] = [];
  for (const [index, { id }] of messages.entries()) {
    if (sends.length < room) sends.push(...set.sends.by('message', id));
    if (sends.length >= room) return { messages: messages.slice(0, index), sends, more: true };
  }
  return { messages, sends, more: isFull(messages) };
}

/**
 * Numbers in the sends that this step removes. Nothing else may name them, so the stops kept for them are counted now.
 */
export function numbersToErase(set: WorkingSet, rules: PlatformSettings): Needs['numberHashes'] {
  return [...set.erasures.values()].flatMap(({ businessId, id }) =>
    phonesOf(set.toErase.get(id)?.sends ?? []).map((phone) => ({
      businessId,
      numberHash: rules.hash('number', phone),
    })),
  );
}

/** Numbers that the people to be erased held before. The stops kept for them are counted as well. */
export function leftNumbers(set: WorkingSet, needs: Needs): Needs['numberHashes'] {
  return erasedIn(set, needs).flatMap(({ businessId, leftNumberHash: numberHash }) =>
    numberHash === null ? [] : [{ businessId, numberHash }],
  );
}

function erasedIn(set: WorkingSet, { acknowledged }: Pick<Needs, 'acknowledged'>): Recipient[] {
  return acknowledged.emails.flatMap(({ businessId, email }) =>
    set.recipients.by('email', `${businessId} ${email}`),
  );
}

/**
 * Loads acknowledgement holds: those of the given numbers, of every number that an erased person wrote from, and of the
 * numbers that these people hold, even if a command of this batch sets the number.
 */
export async function loadAcknowledgements(
  sql: Sql,
  set: WorkingSet,
  { acknowledged, phones: given }: Needs,
  rules: PlatformSettings,
): Promise<void> {
  const erasing = new Set(acknowledged.emails.map(({ businessId }) => businessId));
  const erased = erasedIn(set, { acknowledged });
  const phones = [
    ...acknowledged.phones,
    ...given.filter(({ businessId }) => erasing.has(businessId)),
    ...erased.flatMap(({ businessId, phone }) => (phone === null ? [] : [{ businessId, phone }])),
  ];
  if (phones.length === 0 && erased.length === 0) return;
  const values = [
    phones.map(({ businessId }) => businessId),
    phones.map(({ phone }) => rules.hash('number', phone)),
    erased.map(({ id }) => id),
  ];
  set.acknowledgements.load(await sql.query<Acknowledgement>(ACKNOWLEDGEMENTS, values));
}

/** These queries need no rows of each other, so they share one round trip. */
async function rowsOfStep(sql: Sql, erasure: Erasure, within: OfMessages): Promise<RowsToErase> {
  return erasure.kind === 'whatsapp' ? rowsOfHistory(sql, erasure) : rowsOfPerson(sql, erasure, within);
}

async function rowsOfHistory(sql: Sql, { businessId, recipientId }: Erasure): Promise<RowsToErase> {
  const one = [businessId, recipientId, ROWS_PER_STEP];
  const [replies, events, deliveries, autoReplies, deadLetters] = await Promise.all([
    sql.query<RowsToErase['replies'][number]>(REPLIES, one),
    sql.query<Named>(REPLY_EVENTS, one),
    sql.query<QueuedDelivery>(REPLY_DELIVERIES, one),
    sql.query<RowsToErase['autoReplies'][number]>(AUTO_REPLIES, [[recipientId], ROWS_PER_STEP]),
    sql.query<Named>(DEAD_LETTERS, [businessId, [replyOf(recipientId ?? '')], ROWS_PER_STEP]),
  ]);
  const found = { ...NOTHING_TO_ERASE, replies, deliveries, autoReplies, deadLetters };
  const more = isFull(replies, events, deliveries, autoReplies, deadLetters);
  // Deliveries are found by their events, so the events stay until the last delivery is found.
  return { ...found, events: isFull(deliveries) ? [] : events, more };
}

async function rowsOfPerson(
  sql: Sql,
  erasure: Erasure,
  { messages, sends, more }: OfMessages,
): Promise<RowsToErase> {
  const { businessId, recipientId, numbers } = erasure;
  const one = [businessId, recipientId, ROWS_PER_STEP];
  const names = [recipientId ?? '', hashKey(erasure.addressHash)];
  const named = [businessId, names, ROWS_PER_STEP];
  const [replies, singles, batches, events, deliveries, ...rest] = await Promise.all([
    sql.query<RowsToErase['replies'][number]>(REPLIES, one),
    sql.query<IdempotencyRecord>(RESPONSES, named),
    sql.query<IdempotencyRecord>(BATCHES, [businessId, names, BATCHES_PER_STEP]),
    sql.query<Named>(EVENTS, one),
    sql.query<QueuedDelivery>(DELIVERIES, one),
    sql.query<Named>(OUTCOMES, named),
    sql.query<RowsToErase['autoReplies'][number]>(AUTO_REPLIES, [
      [recipientId ?? '', ...numbers],
      ROWS_PER_STEP,
    ]),
    sql.query<Named>(SHORT_LINKS, one),
    sql.query<Named>(DEAD_LETTERS, [businessId, [...names, ...numbers], ROWS_PER_STEP]),
  ]);
  const [outcomes, autoReplies, shortLinks, deadLetters] = rest;
  return {
    ...{ messages, sends, events, deliveries, replies, autoReplies, shortLinks, deadLetters },
    commandOutcomes: outcomes,
    idempotencyRecords: [...singles, ...batches],
    more:
      more ||
      batches.length === BATCHES_PER_STEP ||
      isFull(events, deliveries, replies, singles) ||
      isFull(outcomes, autoReplies, shortLinks, deadLetters),
  };
}

function isFull(...tables: readonly (readonly unknown[])[]): boolean {
  return tables.some((rows) => rows.length === ROWS_PER_STEP);
}

const ERASURES = {
  name: 'ledger-load-erasures',
  text: `
    SELECT ${erasuresTable.select('e')}
    FROM unnest($1::text[], $2::text[]) AS wanted (business_id, id) JOIN erasures e USING (business_id, id)`,
};

const ACKNOWLEDGEMENTS = {
  name: 'ledger-load-acknowledgements',
  text: `
    SELECT ${acknowledgementsTable.select('a')}
    FROM unnest($1::text[], $2::bytea[]) AS wanted (business_id, number_hash)
    JOIN acknowledgements a USING (business_id, number_hash)
    UNION
    SELECT ${acknowledgementsTable.select('a')} FROM acknowledgements a WHERE a.recipient_id = ANY ($3::text[])`,
};

const MESSAGES = {
  name: 'ledger-erase-messages',
  text: `
    SELECT ${messagesTable.select('m')} FROM messages m
    WHERE m.business_id = $1 AND m.recipient_id = $2 ORDER BY m.id LIMIT $3`,
};

const EVENTS = {
  name: 'ledger-erase-events',
  text: `
    SELECT business_id AS "businessId", id FROM events WHERE business_id = $1 AND recipient_id = $2 LIMIT $3`,
};

const REPLY_EVENTS = {
  name: 'ledger-erase-reply-events',
  text: `
    SELECT business_id AS "businessId", id FROM events
    WHERE business_id = $1 AND recipient_id = $2 AND type = 'whatsapp.inbound_message' LIMIT $3`,
};

const REPLIES = {
  name: 'ledger-erase-replies',
  text: `
    SELECT business_id AS "businessId", id, forward_auto_reply_id AS "forwardAutoReplyId" FROM whatsapp_replies
    WHERE business_id = $1 AND recipient_id = $2 LIMIT $3`,
};

const DELIVERIES = {
  name: 'ledger-erase-deliveries',
  text: `
    SELECT ${deliveriesTable.select('d')} FROM webhook_deliveries d
    WHERE d.business_id = $1 AND d.recipient_id = $2 LIMIT $3`,
};

/** Deliveries that were made stay in the delivery log, which has ids only. */
const REPLY_DELIVERIES = {
  name: 'ledger-erase-reply-deliveries',
  text: `
    SELECT ${deliveriesTable.select('d')}
    FROM webhook_deliveries d JOIN events e ON e.business_id = d.business_id AND e.id = d.event_id
    WHERE d.business_id = $1 AND d.recipient_id = $2 AND d.state = 'waiting' AND e.type = 'whatsapp.inbound_message'
    LIMIT $3`,
};

/**
 * Locked, so that a sender has either taken an automatic reply or never will, and in the order in which senders take
 * them (HAZ-15). Automatic replies to a number belong to no business, so the query names none.
 */
const AUTO_REPLIES = {
  name: 'ledger-erase-auto-replies',
  text: `
    SELECT business_id AS "businessId", id, channel = 'email' AND taken_at IS NULL AS "isWaitingForward" FROM auto_replies
    WHERE recipient_id = ANY ($1::text[]) ORDER BY id LIMIT $2 FOR UPDATE`,
};

const SHORT_LINKS = {
  name: 'ledger-erase-short-links',
  text: `
    SELECT business_id AS "businessId", code AS id FROM short_links
    WHERE business_id = $1 AND recipient_id = $2 LIMIT $3`,
};

const RESPONSES = {
  name: 'ledger-erase-responses',
  text: `
    SELECT ${idempotencyRecordsTable.select('r')} FROM idempotency_records r
    WHERE r.business_id = $1 AND r.person = ANY ($2::text[]) LIMIT $3`,
};

const BATCHES = {
  name: 'ledger-erase-batches',
  text: `
    SELECT ${idempotencyRecordsTable.select('r')} FROM idempotency_records r
    WHERE r.business_id = $1 AND r.people ?| $2::text[] LIMIT $3`,
};

const OUTCOMES = {
  name: 'ledger-erase-outcomes',
  text: `
    SELECT business_id AS "businessId", command_id AS id FROM command_outcomes
    WHERE business_id = $1 AND (person = ANY ($2::text[]) OR people ?| $2::text[]) LIMIT $3`,
};

/** A dead letter that belongs to no business, such as a STOP, is stored under an id of the platform. */
const DEAD_LETTERS = {
  name: 'ledger-erase-dead-letters',
  text: `
    SELECT business_id AS "businessId", id FROM dead_letters
    WHERE people ?| $2::text[] AND (business_id = $1 OR business_id LIKE 'platform%') LIMIT $3`,
};
