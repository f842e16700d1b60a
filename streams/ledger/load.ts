import type { Sql } from '../runtime/database';
import type { TimedCommand } from '../runtime/command-processor';
import { findAnswers } from '../runtime/outcomes';
import { RECENT_MS } from '../rules/paid-gate';
import { loadMessages } from './load/messages';
import { loadNumbers } from './load/numbers';
import { loadPeople } from './load/people';
import { needsOf } from './needs';
import type { Business, IdempotencyRecord, Timer } from './state';
import * as tables from './tables';
import type { HouseRules } from './turn';
import { WorkingSet } from './working-set';

/**
 * Everything the commands of a batch may look at: a fixed number of queries however many commands there are, and none
 * for what no command of the batch is about.
 */
export async function load(
  sql: Sql,
  commands: readonly TimedCommand[],
  rules: HouseRules,
): Promise<WorkingSet> {
  const set = new WorkingSet();
  const needs = needsOf(commands.map(({ command }) => command));
  const commandIds = commands.map(({ command }) => command.command_id);
  for (const [id, answer] of await findAnswers(sql, commandIds)) set.answers.set(id, answer);
  if (needs.claims.length > 0) {
    set.idempotencyRecords.load(
      await sql.query<IdempotencyRecord>(RECORDS, [
        needs.claims.map(({ businessId }) => businessId),
        needs.claims.map(({ keyHash }) => keyHash),
      ]),
    );
  }
  set.businesses.load(await sql.query<Business>(BUSINESSES, [needs.businessIds]));
  if (needs.keyCounts.length > 0) {
    const counts = await sql.query<{ businessId: string; count: number }>(KEY_COUNTS, [needs.keyCounts]);
    for (const { businessId, count } of counts) set.activeKeys.set(businessId, count);
  }
  if (needs.timers.length > 0) {
    set.timers.load(
      await sql.query<Timer>(TIMERS, [
        needs.timers.map(({ businessId }) => businessId),
        needs.timers.map(({ id }) => id),
        needs.timers.map(({ kind }) => kind),
      ]),
    );
  }
  await loadMessages(sql, set, needs);
  await loadPeople(sql, set, needs, rules);
  const since = Math.min(...commands.map(({ nowMs }) => nowMs)) - RECENT_MS;
  await loadNumbers(sql, set, needs, { rules, since: new Date(since) });
  return set;
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

/** Counted only for businesses that a key is to be made for. */
const KEY_COUNTS = {
  name: 'ledger-load-key-counts',
  text: `
    SELECT business_id AS "businessId", count(*) FROM api_keys
    WHERE business_id = ANY ($1::text[]) AND revoked_at IS NULL GROUP BY business_id`,
};

const TIMERS = {
  name: 'ledger-load-timers',
  text: `
    SELECT ${tables.timers.select('t')}
    FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (business_id, subject_id, kind)
    JOIN timers t USING (business_id, subject_id, kind)`,
};
