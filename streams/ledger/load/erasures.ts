import type { Sql } from '../../runtime/database';
import { NOTHING_DOOMED, phonesOf, type Doomed, type Named } from '../erasure/doomed';
import { hashKey, type WorkingSet } from '../working-set';
import type { Needs } from '../needs';
import type { Acknowledgement, Erasure, QueuedDelivery } from '../people-state';
import type { Attempt, IdempotencyRecord, Message, Send } from '../state';
import * as people from '../people-tables';
import * as tables from '../tables';
import type { HouseRules } from '../turn';

/** Of each table so much goes in one step: 500 messages with all that hangs on them take some 50 ms. */
const ROWS_PER_STEP = 500;
/** A batch's answer is up to 100 times as long as a push's. */
const BATCHES_PER_STEP = 20;

/** The erasures that the batch goes on with, and what the next step of each removes. */
export async function loadErasures(sql: Sql, set: WorkingSet, { erasures }: Needs): Promise<void> {
  if (erasures.length === 0) return;
  const values = [erasures.map(({ businessId }) => businessId), erasures.map(({ id }) => id)];
  set.erasures.load(await sql.query<Erasure>(ERASURES, values));
  for (const erasure of set.erasures.values()) set.doomed.set(erasure.id, await doomedBy(sql, set, erasure));
}

/** Numbers that this step takes the last trace of: what is kept of them is counted with it. */
export function doomedNumbers(set: WorkingSet, rules: HouseRules): Needs['numberHashes'] {
  return [...set.erasures.values()].flatMap(({ businessId, id }) =>
    phonesOf(set.doomed.get(id)?.sends ?? []).map((phone) => ({
      businessId,
      numberHash: rules.hash('number', phone),
    })),
  );
}

/** The holds against a second acknowledgement: of these numbers, and of whatever numbers these people wrote from. */
export async function loadAcknowledgements(
  sql: Sql,
  set: WorkingSet,
  { acknowledged }: Needs,
  rules: HouseRules,
): Promise<void> {
  const erased = acknowledged.emails.flatMap(({ businessId, email }) =>
    set.recipients.by('email', `${businessId} ${email}`),
  );
  const phones = [
    ...acknowledged.phones,
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

/** What the next step removes. None of these queries needs another's rows, so they leave in one round trip. */
async function doomedBy(sql: Sql, set: WorkingSet, erasure: Erasure): Promise<Doomed> {
  return erasure.kind === 'whatsapp' ? doomedHistory(sql, erasure) : doomedPerson(sql, set, erasure);
}

async function doomedHistory(sql: Sql, { businessId, recipientId }: Erasure): Promise<Doomed> {
  const one = [businessId, recipientId, ROWS_PER_STEP];
  const [replies, events, deliveries, notices] = await Promise.all([
    sql.query<Doomed['replies'][number]>(REPLIES, one),
    sql.query<Named>(REPLY_EVENTS, one),
    sql.query<QueuedDelivery>(REPLY_DELIVERIES, one),
    sql.query<Doomed['notices'][number]>(NOTICES, [[recipientId], ROWS_PER_STEP]),
  ]);
  const more = isFull(replies, events, deliveries, notices);
  // Copies are found by their events, which stay until the last of them is found.
  return { ...NOTHING_DOOMED, replies, events: isFull(deliveries) ? [] : events, deliveries, notices, more };
}

async function doomedPerson(sql: Sql, set: WorkingSet, erasure: Erasure): Promise<Doomed> {
  const { businessId, recipientId, numbers } = erasure;
  const one = [businessId, recipientId, ROWS_PER_STEP];
  const names = [recipientId ?? '', hashKey(erasure.addressHash)];
  const named = [businessId, names, ROWS_PER_STEP];
  const [messages, replies, singles, batches, events, deliveries, ...rest] = await Promise.all([
    sql.query<Message>(MESSAGES, one),
    sql.query<Doomed['replies'][number]>(REPLIES, one),
    sql.query<IdempotencyRecord>(RESPONSES, named),
    sql.query<IdempotencyRecord>(BATCHES, [businessId, names, BATCHES_PER_STEP]),
    sql.query<Named>(EVENTS, one),
    sql.query<QueuedDelivery>(DELIVERIES, one),
    sql.query<Named>(OUTCOMES, named),
    sql.query<Doomed['notices'][number]>(NOTICES, [[recipientId ?? '', ...numbers], ROWS_PER_STEP]),
    sql.query<Named>(SHORT_LINKS, one),
    sql.query<Named>(DEAD_LETTERS, [businessId, [...names, ...numbers], ROWS_PER_STEP]),
  ]);
  const [outcomes, notices, shortLinks, deadLetters] = rest;
  const sends = await loadSends(sql, set, businessId, messages);
  set.messages.load(messages);
  return {
    ...{ messages, sends, events, deliveries, replies, outcomes, notices, shortLinks, deadLetters },
    responses: [...singles, ...batches],
    more:
      batches.length === BATCHES_PER_STEP ||
      isFull(messages, events, deliveries, replies, singles) ||
      isFull(outcomes, notices, shortLinks, deadLetters),
  };
}

/** Locked before their attempts are read, as always: an attempt that a sender wrote down first counts as handed over. */
async function loadSends(
  sql: Sql,
  set: WorkingSet,
  businessId: string,
  messages: readonly Message[],
): Promise<Send[]> {
  if (messages.length === 0) return [];
  const sends = await sql.query<Send>(SENDS, [businessId, messages.map(({ id }) => id)]);
  set.sends.load(sends);
  const queued = sends.filter(({ state }) => state === 'queued').map(({ id }) => id);
  if (queued.length > 0) set.attempts.load(await sql.query<Attempt>(ATTEMPTS, [businessId, queued]));
  return sends;
}

function isFull(...tables: readonly (readonly unknown[])[]): boolean {
  return tables.some((rows) => rows.length === ROWS_PER_STEP);
}

const ERASURES = {
  name: 'ledger-load-erasures',
  text: `
    SELECT ${people.erasures.select('e')}
    FROM unnest($1::text[], $2::text[]) AS wanted (business_id, id) JOIN erasures e USING (business_id, id)`,
};

const ACKNOWLEDGEMENTS = {
  name: 'ledger-load-acknowledgements',
  text: `
    SELECT ${people.acknowledgements.select('a')}
    FROM unnest($1::text[], $2::bytea[]) AS wanted (business_id, number_hash)
    JOIN acknowledgements a USING (business_id, number_hash)
    UNION
    SELECT ${people.acknowledgements.select('a')} FROM acknowledgements a WHERE a.recipient_id = ANY ($3::text[])`,
};

const MESSAGES = {
  name: 'ledger-erase-messages',
  text: `
    SELECT ${tables.messages.select('m')} FROM messages m
    WHERE m.business_id = $1 AND m.recipient_id = $2 ORDER BY m.id LIMIT $3`,
};

const SENDS = {
  name: 'ledger-erase-sends',
  text: `
    SELECT ${tables.sends.select('s')} FROM sends s
    WHERE s.business_id = $1 AND s.message_id = ANY ($2::text[]) ORDER BY s.id FOR UPDATE`,
};

const ATTEMPTS = {
  name: 'ledger-erase-attempts',
  text: `
    SELECT business_id AS "businessId", send_id AS "sendId", attempt, outcome FROM send_attempts
    WHERE business_id = $1 AND send_id = ANY ($2::text[])`,
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
    SELECT business_id AS "businessId", id, forward_notice_id AS "forwardNoticeId" FROM whatsapp_replies
    WHERE business_id = $1 AND recipient_id = $2 LIMIT $3`,
};

const DELIVERIES = {
  name: 'ledger-erase-deliveries',
  text: `
    SELECT ${people.deliveries.select('d')} FROM webhook_deliveries d
    WHERE d.business_id = $1 AND d.recipient_id = $2 LIMIT $3`,
};

/** What was told stays in the log of deliveries, which has ids alone. */
const REPLY_DELIVERIES = {
  name: 'ledger-erase-reply-deliveries',
  text: `
    SELECT ${people.deliveries.select('d')}
    FROM webhook_deliveries d JOIN events e ON e.business_id = d.business_id AND e.id = d.event_id
    WHERE d.business_id = $1 AND d.recipient_id = $2 AND d.state = 'waiting' AND e.type = 'whatsapp.inbound_message'
    LIMIT $3`,
};

/** Locked, so that a sender has taken one or never will. Answers to a number stand under no business. */
const NOTICES = {
  name: 'ledger-erase-notices',
  text: `
    SELECT business_id AS "businessId", id, channel = 'email' AND taken_at IS NULL AS "isWaitingForward" FROM notices
    WHERE recipient_id = ANY ($1::text[]) LIMIT $2 FOR UPDATE`,
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
    SELECT ${tables.idempotencyRecords.select('r')} FROM idempotency_records r
    WHERE r.business_id = $1 AND r.person = ANY ($2::text[]) LIMIT $3`,
};

const BATCHES = {
  name: 'ledger-erase-batches',
  text: `
    SELECT ${tables.idempotencyRecords.select('r')} FROM idempotency_records r
    WHERE r.business_id = $1 AND r.people ?| $2::text[] LIMIT $3`,
};

const OUTCOMES = {
  name: 'ledger-erase-outcomes',
  text: `
    SELECT business_id AS "businessId", command_id AS id FROM command_outcomes
    WHERE business_id = $1 AND (person = ANY ($2::text[]) OR people ?| $2::text[]) LIMIT $3`,
};

/** What nobody's business it is, such as a STOP that could not be applied, stands under the platform's name. */
const DEAD_LETTERS = {
  name: 'ledger-erase-dead-letters',
  text: `
    SELECT business_id AS "businessId", id FROM dead_letters
    WHERE people ?| $2::text[] AND (business_id = $1 OR business_id LIKE 'platform%') LIMIT $3`,
};
