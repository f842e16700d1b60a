import type { Transaction } from '../../runtime/postgres/database';
import type { Rows } from './rows';
import type { Endpoint } from '../accounts/state';
import type { Attempt } from '../delivery/state';
import { writeAll, writesOf, type Write } from './table';
import * as people from './people-tables';
import * as tables from './tables';
import { GONE_BY, type WorkingSet } from './working-set';

/**
 * Writes what pushes leave most of, before the batch is decided to its end. None of these tables is shared between
 * businesses: rows that two ledgers may write wait for `store`, which takes them in one order.
 */
export function storeAhead(transaction: Transaction, set: WorkingSet): void {
  const { idempotencyRecords, messages, sends, events } = set;
  writeAll(transaction, [
    ...writesOf(tables.idempotencyRecords, idempotencyRecords),
    ...writesOf(tables.messages, messages),
    ...writesOf(tables.sends, sends),
    ...writesOf(tables.events, events),
  ]);
  for (const rows of [idempotencyRecords, messages, sends, events]) rows.settle();
}

/** Writes every row that the batch touched and that is not stored yet, in one statement however many there are. */
export function store(transaction: Transaction, set: WorkingSet): void {
  writeAll(transaction, [
    ...writesOf(tables.idempotencyRecords, set.idempotencyRecords),
    ...writesOf(tables.commandOutcomes, set.commandOutcomes),
    ...writesOf(tables.businesses, set.businesses),
    ...writesOf(tables.apiKeys, set.apiKeys),
    ...writesOf(tables.creditEntries, set.creditEntries),
    ...writesOf(tables.recipients, set.recipients),
    ...writesOf(tables.messages, set.messages),
    ...writesOf(tables.sends, set.sends),
    ...attemptOutcomes(set.attempts),
    ...writesOf(tables.timers, set.timers),
    ...writesOf(tables.numberStops, set.numberStops),
    ...writesOf(tables.suppressions, set.suppressions),
    ...writesOf(tables.platformSuppressions, set.platformSuppressions),
    ...writesOf(tables.unreachableNumbers, set.unreachableNumbers),
    ...writesOf(tables.templateReviews, set.reviews),
    ...writesOf(tables.events, set.events),
    ...writesOf(tables.webhookEndpoints, set.endpoints),
    ...enabledEndpoints(set.enabledEndpoints),
    ...writesOf(people.acknowledgements, set.acknowledgements),
    ...writesOf(people.erasures, set.erasures),
    ...writesOf(people.textedStops, set.textedStops),
    ...writesOf(people.replies, set.replies),
    ...writesOf(people.notices, set.notices),
    ...writesOf(people.deliveries, set.deliveries),
    ...removals(set.gone),
  ]);
}

/** An attempt is a sender's row; the ledger only adds how it ended. */
function attemptOutcomes({ written }: Rows<Attempt>): Write[] {
  const attempts = [...written.values()];
  if (attempts.length === 0) return [];
  return [
    {
      label: 'send_attempts',
      text: (first) => `
        UPDATE send_attempts a SET outcome = ended.outcome
        FROM unnest($${first}::text[], $${first + 1}::text[], $${first + 2}::int[], $${first + 3}::text[])
          AS ended (business_id, send_id, attempt, outcome)
        WHERE a.business_id = ended.business_id AND a.send_id = ended.send_id AND a.attempt = ended.attempt`,
      parameters: [
        attempts.map((row) => row.businessId),
        attempts.map((row) => row.sendId),
        attempts.map((row) => row.attempt),
        attempts.map((row) => row.outcome),
      ],
    },
  ];
}

function enabledEndpoints({ written }: Rows<Pick<Endpoint, 'businessId' | 'id'>>): Write[] {
  const endpoints = [...written.values()];
  if (endpoints.length === 0) return [];
  return [
    {
      label: 'webhook_endpoints_enabled',
      text: (first) => `
        UPDATE webhook_endpoints w SET disabled_at = NULL, consecutive_failures = 0
        FROM unnest($${first}::text[], $${first + 1}::text[]) AS enabled (business_id, id)
        WHERE w.business_id = enabled.business_id AND w.id = enabled.id`,
      parameters: [endpoints.map(({ businessId }) => businessId), endpoints.map(({ id }) => id)],
    },
  ];
}

function removals(gone: WorkingSet['gone']): Write[] {
  return [...gone].map(([table, { businessIds, ids }]) => ({
    label: `${table}_erased`,
    text: (first) => `
      DELETE FROM ${table} d USING unnest($${first}::text[], $${first + 1}::text[]) AS gone (business_id, id)
      WHERE d.business_id = gone.business_id AND d.${GONE_BY[table]} = gone.id`,
    parameters: [businessIds, ids],
  }));
}
