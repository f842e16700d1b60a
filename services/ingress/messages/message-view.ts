import { shownFacts } from '../../../streams/ledger/messages/order-facts';
import { messages, type Message } from '../../../streams/ledger/messages/tables';
import type { Sql } from '../../../streams/runtime/postgres/database';
import { deliveryView, type SendRow } from './delivery-view';
import { shownSends } from './shown-sends';
import type { ResponseBody } from '../../../schemas/api/response-shapes';

/** A message with the address of its recipient. */
export type MessageRow = Message & { readonly recipientEmail: string };

/** The columns of a `MessageRow`: `m` is the message, `r` its recipient. */
export const MESSAGE_COLUMNS = `${messages.select('m')}, r.email AS "recipientEmail"`;

export const SELECT_MESSAGES = `
  SELECT ${MESSAGE_COLUMNS}
  FROM messages m
  JOIN recipients r ON r.business_id = m.business_id AND r.id = m.recipient_id`;

/** A message as lists show it, without its body (MSG-19). */
export async function messageSummaries(
  sql: Sql,
  businessId: string,
  rows: readonly MessageRow[],
): Promise<ResponseBody<'MessageSummary'>[]> {
  const sends = await shownSends(sql, businessId, rows);
  return rows.map((row) =>
    summaryOf(
      row,
      sends.filter(({ message_id: id }) => id === row.id),
    ),
  );
}

/**
 * A message as `GET /messages/{public_id}` shows it. Every field is present; one that does not apply is null or false
 * (MSG-16).
 */
export async function messageView(
  sql: Sql,
  businessId: string,
  row: MessageRow,
): Promise<ResponseBody<'MessageView'>> {
  const sends = await shownSends(sql, businessId, [row]);
  const { id, recipient_email, subject, ...rest } = summaryOf(row, sends);
  return { id, recipient_email, subject, body: row.body, ...rest };
}

function summaryOf(row: MessageRow, sends: readonly SendRow[]): ResponseBody<'MessageSummary'> {
  return {
    id: row.id,
    recipient_email: row.recipientEmail,
    subject: row.subject,
    kind: row.kind,
    status: row.status,
    ...shownFacts(row),
    scheduled_for: row.scheduledFor?.toISOString() ?? null,
    nudged: row.nudged,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    obsoleted_at: row.obsoletedAt?.toISOString() ?? null,
    retracted_at: row.retractedAt?.toISOString() ?? null,
    delivery: deliveryView(row, sends),
  };
}
