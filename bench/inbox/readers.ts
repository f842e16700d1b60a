import { Client } from 'pg';
import { newId } from '../../schemas/ids';
import { createInboxLinks } from '../../services/shared/inbox-link';
import { LINK_SECRET } from '../services';

const BUSINESSES = 20;
const READERS = 1_000;
const MESSAGES_PER_READER = 10;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Creates recipients with the messages of a few orders each, and returns the paths of their links. It writes to the
 * tables directly, because as many pushes would take a minute.
 */
export async function createReaders(databaseUrl: string): Promise<string[]> {
  const links = createInboxLinks(Buffer.from(LINK_SECRET));
  const now = Date.now();
  const businesses = Array.from({ length: BUSINESSES }, () => newId('biz', now));
  const readers = Array.from({ length: READERS }, (_, n) => ({
    businessId: businesses[n % BUSINESSES]!,
    recipientId: newId('rcp', now),
    messageIds: Array.from({ length: MESSAGES_PER_READER }, (_id, age) => newId('msg', now - age * DAY_MS)),
  }));
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(INSERT_BUSINESSES, [businesses]);
  const owners = readers.map(({ businessId }) => businessId);
  const ids = readers.map(({ recipientId }) => recipientId);
  await client.query(INSERT_RECIPIENTS, [owners, ids]);
  const messages = readers.flatMap((reader) => reader.messageIds.map((id) => ({ ...reader, id })));
  await client.query(INSERT_MESSAGES, [
    messages.map(({ businessId }) => businessId),
    messages.map(({ id }) => id),
    messages.map(({ recipientId }) => recipientId),
  ]);
  await client.query('ANALYZE');
  await client.end();
  return readers.map(({ messageIds: [messageId = ''], ...reader }) => {
    const token = links.tokenFor({ ...reader, messageId, expiresAtMs: now + 30 * DAY_MS });
    return `/i/${token}`;
  });
}

const INSERT_BUSINESSES = `
  INSERT INTO businesses (id, name, active, sending_paused, balance, low_balance_threshold, created_at, updated_at)
  SELECT id, 'Bloom & Co', true, false, 0, 100, now(), now() FROM unnest($1::text[]) AS given (id)`;
const INSERT_RECIPIENTS = `
  INSERT INTO recipients (business_id, id, email, created_at)
  SELECT business_id, id, id || '@shop.example', now() FROM unnest($1::text[], $2::text[]) AS given (business_id, id)`;
const INSERT_MESSAGES = `
  INSERT INTO messages (business_id, id, recipient_id, kind, status, subject, body, nudged, created_at, updated_at,
    reference, order_status)
  SELECT business_id, id, recipient_id, 'one_off', 'active', 'Your order 1042 is on its way',
    'Good news: the parcel with your order has left our warehouse this morning and is with the carrier now. It should ' ||
    'reach you within two working days, between 9 and 17 hours. Follow it: https://track.example/parcels/1042. ' ||
    'Questions? Just answer this message and we will look into it.', true, now(), now(), '1042', 'shipped'
  FROM unnest($1::text[], $2::text[], $3::text[]) AS given (business_id, id, recipient_id)`;
