import type { PostgresDatabase } from '../../services/shared/postgres/postgres';
import { META_NUMBER, metaHeaders, twilioHeaders, type Callback } from './provider-callbacks';

/** The number that businesses without one of their own text from. */
export const SHARED_NUMBER = '+447700900999';

/** A text to a number of ours, as Twilio hands it on. */
export function texted(from: string, words: string, id: string, to = SHARED_NUMBER): Callback {
  const path = '/sms/inbound';
  const fields = { MessageSid: id, From: from, To: to, Body: words };
  const body = new URLSearchParams(fields).toString();
  return { path, headers: twilioHeaders(path, body), body };
}

/** What somebody wrote on WhatsApp, as Meta hands it on. */
export function written(
  from: string,
  words: string,
  { id, ...more }: { readonly id: string; readonly [field: string]: unknown },
): Callback {
  const message = { from: from.slice(1), id, type: 'text', text: { body: words }, ...more };
  const value = { metadata: META_NUMBER, messages: [message] };
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ changes: [{ value }] }] });
  return { path: '/whatsapp', headers: metaHeaders(body), body };
}

/** Where no sender runs: the business's WhatsApp messages are on the line from now on, and can be replied to. */
export async function handOver(database: PostgresDatabase, businessId: string): Promise<void> {
  await database.query(HAND_OVER, [businessId]);
}

const HAND_OVER = {
  name: 'test-hand-over',
  text: `
    INSERT INTO send_attempts (business_id, send_id, attempt, sender, started_at)
    SELECT business_id, id, attempt, 'test', now() FROM sends WHERE business_id = $1 AND channel = 'whatsapp'`,
};
