import type { Sql } from '../../streams/runtime/postgres/database';
import { FRESH_LINK_EVERY_MS } from '../../streams/rules/fresh-link';
import type { InboxLink } from '../shared/inbox-link';
import type { PaidChannel } from '../../schemas/channels';

/** Whether a message is opened. Undefined means that it is not a message of this recipient. */
export async function readMessageState(
  sql: Sql,
  { businessId, recipientId }: InboxLink,
  messageId: string,
): Promise<{ readonly opened: boolean } | undefined> {
  const [row] = await sql.query<{ opened: boolean }>(MESSAGE_STATE, [businessId, recipientId, messageId]);
  return row;
}

/** What the recipient has stopped already, so that asking again costs no command (INBOX-12). */
export interface RecipientState extends Readonly<Record<`${PaidChannel}Stopped`, boolean>> {
  readonly unsubscribed: boolean;
}

/** Undefined means that the recipient does not exist, or no longer. */
export async function readRecipientState(
  sql: Sql,
  { businessId, recipientId }: InboxLink,
): Promise<RecipientState | undefined> {
  const [row] = await sql.query<RecipientState>(RECIPIENT_STATE, [businessId, recipientId]);
  return row;
}

/**
 * The message that a new link leads to: the message of the old link, or the newest one if that was retracted. Undefined
 * if there is none, or if an email about it went out less than an hour ago (INBOX-15).
 */
export async function messageToRenew(
  sql: Sql,
  { businessId, recipientId, messageId }: InboxLink,
  nowMs: number,
): Promise<string | undefined> {
  const since = new Date(nowMs - FRESH_LINK_EVERY_MS);
  const values = [businessId, recipientId, messageId, since];
  const [row] = await sql.query<{ id: string; mailedLately: boolean }>(TO_RENEW, values);
  return row?.mailedLately === false ? row.id : undefined;
}

const MESSAGE_STATE = {
  name: 'inbox-message-state',
  text: `
    SELECT opened_at IS NOT NULL AS opened FROM messages
    WHERE business_id = $1 AND recipient_id = $2 AND id = $3`,
};

/**
 * A stop holds for the number too, so it is recorded again unless it was surely recorded for the present number
 * (INBOX-12). That is so if there is no number, or if the number is the recipient's first and the stop is younger than
 * the consent to texts, which dates from that number.
 */
const RECIPIENT_STATE = {
  name: 'inbox-recipient-state',
  text: `
    SELECT unsubscribed_at IS NOT NULL AS unsubscribed,
      COALESCE(sms_stopped_at IS NOT NULL AND
        (phone IS NULL OR left_number_at IS NULL AND sms_stopped_at >= sms_consent_at), false) AS "smsStopped",
      COALESCE(whatsapp_stopped_at IS NOT NULL AND
        (phone IS NULL OR left_number_at IS NULL AND whatsapp_stopped_at >= sms_consent_at), false) AS "whatsappStopped"
    FROM recipients WHERE business_id = $1 AND id = $2`,
};

const TO_RENEW = {
  name: 'inbox-message-to-renew',
  text: `
    SELECT m.id, EXISTS (
      SELECT FROM sends s
      WHERE s.business_id = $1 AND s.message_id = m.id AND s.channel = 'email' AND s.created_at > $4
        AND (s.state <> 'skipped' OR s.nudge IS NULL)
    ) AS "mailedLately"
    FROM (
      SELECT id FROM messages WHERE business_id = $1 AND recipient_id = $2 AND status <> 'retracted'
      ORDER BY id = $3 DESC, id DESC LIMIT 1
    ) m`,
};
