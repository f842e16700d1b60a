import type { Command } from '../../schemas/generated/command';
import type { Sql } from '../runtime/database';
import { findAnswers } from '../runtime/outcomes';
import { BUSINESS_COLUMNS } from './business-columns';
import type { Business, IdempotencyRecord, Recipient } from './state';
import { WorkingSet } from './working-set';

/** Everything the commands of a batch may look at, in one query per table however many there are. */
export async function load(sql: Sql, commands: readonly Command[]): Promise<WorkingSet> {
  return new WorkingSet({
    answers: await findAnswers(
      sql,
      commands.map((command) => command.command_id),
    ),
    idempotencyRecords: await loadIdempotencyRecords(sql, commands),
    businesses: await loadBusinesses(sql, commands),
    recipients: await loadRecipients(sql, commands),
    activeKeys: await loadActiveKeys(sql, commands),
  });
}

async function loadIdempotencyRecords(sql: Sql, commands: readonly Command[]): Promise<IdempotencyRecord[]> {
  const claims = commands.flatMap(({ business_id, idempotency }) =>
    idempotency === null ? [] : [{ business_id, key_hash: idempotency.key_hash }],
  );
  if (claims.length === 0) return [];
  return sql.query<IdempotencyRecord>(IDEMPOTENCY_RECORDS, [
    claims.map((claim) => claim.business_id),
    claims.map((claim) => claim.key_hash),
  ]);
}

async function loadBusinesses(sql: Sql, commands: readonly Command[]): Promise<Business[]> {
  return sql.query<Business>(BUSINESSES, [[...new Set(commands.map((command) => command.business_id))]]);
}

async function loadActiveKeys(sql: Sql, commands: readonly Command[]): Promise<Map<string, number>> {
  const businesses = commands.filter(({ body }) => 'CreateKey' in body).map(({ business_id }) => business_id);
  if (businesses.length === 0) return new Map();
  const rows = await sql.query<{ businessId: string; count: number }>(ACTIVE_KEYS, [businesses]);
  return new Map(rows.map(({ businessId, count }) => [businessId, count]));
}

async function loadRecipients(sql: Sql, commands: readonly Command[]): Promise<Recipient[]> {
  const pushes = commands.flatMap(({ business_id, body }) =>
    'PushMessage' in body ? [{ business_id, email: body.PushMessage.recipient_email }] : [],
  );
  if (pushes.length === 0) return [];
  return sql.query<Recipient>(RECIPIENTS, [
    pushes.map((push) => push.business_id),
    pushes.map((push) => push.email),
  ]);
}

const IDEMPOTENCY_RECORDS = {
  name: 'ledger-load-idempotency-records',
  text: `
    SELECT r.business_id AS "businessId", r.key_hash AS "keyHash", r.fingerprint, r.command_id AS "commandId",
           r.status, r.body, r.expires_at AS "expiresAt"
    FROM unnest($1::text[], $2::bytea[]) AS wanted (business_id, key_hash)
    JOIN idempotency_records r USING (business_id, key_hash)`,
};

const BUSINESSES = {
  name: 'ledger-load-businesses',
  text: `SELECT ${BUSINESS_COLUMNS} FROM businesses WHERE id = ANY ($1::text[])`,
};

/** Counted only for businesses that a key is to be made for. */
const ACTIVE_KEYS = {
  name: 'ledger-load-active-keys',
  text: `
    SELECT business_id AS "businessId", count(*) FROM api_keys
    WHERE business_id = ANY ($1::text[]) AND revoked_at IS NULL GROUP BY business_id`,
};

const RECIPIENTS = {
  name: 'ledger-load-recipients',
  text: `
    SELECT r.business_id AS "businessId", r.id, r.email, r.created_at AS "createdAt"
    FROM unnest($1::text[], $2::text[]) AS wanted (business_id, email)
    JOIN recipients r USING (business_id, email)`,
};
