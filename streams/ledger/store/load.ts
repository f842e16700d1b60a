import type { Sql } from '../../runtime/postgres/database';
import type { TimedCommand } from '../../runtime/commands/command-processor';
import { findAnswers } from '../../runtime/commands/outcomes';
import { readMobileNumber } from '../../rules/mobile-number';
import { RECENT_MS } from '../../rules/paid-gate';
import type { BatchLimits } from './batch-limits';
import { doomedNumbers, leftNumbers, loadAcknowledgements, loadDoomed, loadErasures } from '../erasure/load';
import { loadMessages } from '../messages/load';
import { loadNumbers } from '../people/load-numbers';
import { loadAddressed, loadMailed, loadPeople } from '../people/load';
import { loadTexts } from '../people/load-texts';
import { needsOf, type Needs } from './needs';
import { REVOKED_LATELY_MS, type ApiKey, type Business, type Endpoint } from '../accounts/state';
import { type IdempotencyRecord } from '../answers/state';
import { type Timer } from '../delivery/state';
import * as tables from './tables';
import type { HouseRules } from '../turn';
import { WorkingSet } from './working-set';

/**
 * Everything the commands of a batch may look at: a fixed number of queries however many commands there are, and none
 * for what no command of the batch is about. Those that do not need each other's rows leave in one round trip; only what
 * hangs on a message or a number takes a second and a third.
 */
export async function load(
  sql: Sql,
  commands: readonly TimedCommand[],
  { rules, limits }: { readonly rules: HouseRules; readonly limits: BatchLimits },
): Promise<WorkingSet> {
  const set = new WorkingSet();
  const needs = needsOf(commands.map(({ command }) => command));
  const commandIds = commands.map(({ command }) => command.command_id);
  const earliestMs = Math.min(...commands.map(({ nowMs }) => nowMs));
  const erasing = needs.erasures.length === 0 ? [] : await loadErasures(sql, set, needs);
  await Promise.all([
    findAnswers(sql, commandIds).then((answers) => {
      for (const [id, answer] of answers) set.answers.set(id, answer);
    }),
    loadRecords(sql, set, needs),
    sql.query<Business>(BUSINESSES, [needs.businessIds]).then((rows) => set.businesses.load(rows)),
    loadKeys(sql, set, needs, earliestMs),
    loadEndpoints(sql, set, needs),
    loadTimers(sql, set, needs),
    loadAddressed(sql, set, needs, rules),
    loadMessages(sql, set, { needs, doomed: erasing.flatMap(({ messages }) => messages), limits }),
  ]);
  const readableNeeds = { ...needs, phones: readable(set, needs) };
  await loadPeople(sql, set, readableNeeds);
  await Promise.all([
    loadMailed(sql, set, needs, rules),
    loadAcknowledgements(sql, set, readableNeeds, rules),
    loadDoomed(sql, set, erasing, limits),
    loadTexts(sql, set, needs, { rules, sinceMs: earliestMs }),
  ]);
  const numberHashes = [...needs.numberHashes, ...leftNumbers(set, needs), ...doomedNumbers(set, rules)];
  const since = new Date(earliestMs - RECENT_MS);
  await loadNumbers(sql, set, { ...readableNeeds, numberHashes }, { rules, since });
  return set;
}

async function loadRecords(sql: Sql, set: WorkingSet, { claims }: Needs): Promise<void> {
  if (claims.length === 0) return;
  const values = [claims.map(({ businessId }) => businessId), claims.map(({ keyHash }) => keyHash)];
  set.idempotencyRecords.load(await sql.query<IdempotencyRecord>(RECORDS, values));
}

async function loadKeys(
  sql: Sql,
  set: WorkingSet,
  { keysOf, revokedKeys }: Needs,
  earliestMs: number,
): Promise<void> {
  if (keysOf.length === 0) return;
  const values = [
    [...new Set(keysOf)],
    new Date(earliestMs - REVOKED_LATELY_MS),
    KEYS_TOLD_AGAIN,
    revokedKeys.map(({ businessId }) => businessId),
    revokedKeys.map(({ id }) => id),
  ];
  set.apiKeys.load(await sql.query<ApiKey>(KEYS, values));
}

async function loadEndpoints(sql: Sql, set: WorkingSet, { endpointsOf }: Needs): Promise<void> {
  if (endpointsOf.length > 0) set.endpoints.load(await sql.query<Endpoint>(ENDPOINTS, [endpointsOf]));
}

async function loadTimers(sql: Sql, set: WorkingSet, { timers }: Needs): Promise<void> {
  if (timers.length === 0) return;
  const values = [
    timers.map(({ businessId }) => businessId),
    timers.map(({ id }) => id),
    timers.map(({ kind }) => kind),
  ];
  set.timers.load(await sql.query<Timer>(TIMERS, values));
}

/**
 * Numbers are looked up as they are stored, so one without a plus is read in its business's country first: in each that
 * the business has in the course of the batch.
 */
function readable(set: WorkingSet, { phones, countries }: Needs): Needs['phones'] {
  return phones.flatMap(({ businessId, phone }) => {
    const own = countries.filter((each) => each.businessId === businessId).map(({ country }) => country);
    const all = new Set([set.businesses.get(businessId)?.defaultCountry ?? null, ...own]);
    const numbers = Array.from(all, (country) => readMobileNumber(phone, country)?.phone);
    return [...new Set(numbers)].flatMap((each) => (each === undefined ? [] : [{ businessId, phone: each }]));
  });
}

const RECORDS = {
  name: 'ledger-load-idempotency-records',
  text: `
    SELECT ${tables.idempotencyRecords.select('r')}
    FROM unnest($1::text[], $2::bytea[]) AS wanted (business_id, key_hash)
    JOIN idempotency_records r USING (business_id, key_hash)`,
};

const BUSINESSES = {
  name: 'ledger-load-businesses',
  text: `SELECT ${tables.businesses.select('b')} FROM businesses b WHERE b.id = ANY ($1::text[])`,
};

/** Far more than are revoked while anybody has a copy of one: a script that makes a key for each task revokes 50 a second. */
const KEYS_TOLD_AGAIN = 200;

/**
 * Those in force, of which there are few; those that are asked for, each with what was revoked along with it, for all of that is
 * told again; and the newest of those that were revoked lately.
 */
const KEYS = {
  name: 'ledger-load-keys',
  text: `
    WITH asked AS (
      SELECT k.business_id, k.id, k.revoked_at
      FROM unnest($4::text[], $5::text[]) AS asked (business_id, id) JOIN api_keys k USING (business_id, id)
    ), wanted AS (
      SELECT k.business_id, k.id FROM unnest($1::text[]) AS of_business (business_id) JOIN api_keys k USING (business_id)
      WHERE k.revoked_at IS NULL
      UNION
      SELECT lately.business_id, lately.id FROM unnest($1::text[]) AS of_business (business_id) CROSS JOIN LATERAL (
        SELECT * FROM api_keys
        WHERE api_keys.business_id = of_business.business_id AND api_keys.revoked_at > $2
        ORDER BY api_keys.revoked_at DESC LIMIT $3::int
      ) lately
      UNION
      SELECT business_id, id FROM asked
      UNION
      SELECT k.business_id, k.id FROM asked JOIN api_keys k USING (business_id, revoked_at)
    )
    SELECT ${tables.apiKeys.select('k')} FROM wanted JOIN api_keys k USING (business_id, id)`,
};

const ENDPOINTS = {
  name: 'ledger-load-endpoints',
  text: `
    SELECT ${tables.webhookEndpoints.select('w')} FROM webhook_endpoints w WHERE w.business_id = ANY ($1::text[])`,
};

const TIMERS = {
  name: 'ledger-load-timers',
  text: `
    SELECT ${tables.timers.select('t')}
    FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (business_id, subject_id, kind)
    JOIN timers t USING (business_id, subject_id, kind)`,
};
