import { Client } from 'pg';
import { newId } from '../../schemas/ids';

export const MESSAGES = 10_000;

/**
 * Gives the only recipient of a business a long history: messages with a text, an event and a stored outcome each, as
 * pushes would have left them. It writes to the tables directly, because as many pushes would take minutes.
 */
export async function giveLongHistory(databaseUrl: string, businessId: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(MUCH, [businessId, newId('msg', Date.now()), MESSAGES]);
  await client.query('ANALYZE');
  await client.end();
}

const MUCH = `
  WITH numbered AS (
    SELECT r.business_id, r.id AS recipient_id, n, $2 || lpad(n::text, 6, '0') AS message_id
    FROM recipients r, generate_series(1, $3::int) n WHERE r.business_id = $1
  ), m AS (
    INSERT INTO messages (business_id, id, recipient_id, kind, status, subject, body, nudged, created_at, updated_at)
    SELECT business_id, message_id, recipient_id, 'one_off', 'active', 'Your order', repeat('It is on its way. ', 20), true,
      'epoch', 'epoch' FROM numbered
  ), s AS (
    INSERT INTO sends (business_id, id, message_id, recipient_id, channel, state, credits, created_at, updated_at)
    SELECT business_id, $2 || 's' || n, message_id, recipient_id, 'sms', 'delivered', 1, 'epoch', 'epoch' FROM numbered
  ), e AS (
    INSERT INTO events (business_id, id, type, occurred_at, recipient_id, message_id, data)
    SELECT business_id, $2 || 'e' || n, 'sms.delivered', 'epoch', recipient_id, message_id, '{}' FROM numbered
  )
  INSERT INTO idempotency_records (business_id, key_hash, fingerprint, command_id, status, body, expires_at, person)
  SELECT business_id, sha256((business_id || n)::bytea), '', business_id || n, 201, repeat('x', 600), 'infinity', recipient_id
  FROM numbered`;
