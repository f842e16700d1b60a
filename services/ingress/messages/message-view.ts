import type { Sql } from '../../../streams/runtime/postgres/database';
import { deliveryView, type SendRow } from './delivery-view';
import { shownSends } from './shown-sends';
import type { ResponseBody } from '../../../schemas/api/response-shapes';

/** A message as the database has it. */
export interface MessageRow {
  readonly id: string;
  readonly recipient_email: string;
  readonly subject: string;
  readonly body: string;
  readonly kind: 'one_off' | 'updateable';
  readonly status: 'active' | 'obsolete' | 'retracted';
  readonly reference: string | null;
  readonly order_status: string | null;
  readonly scheduled_for: Date | null;
  readonly obsoleted_at: Date | null;
  readonly retracted_at: Date | null;
  readonly opened_at: Date | null;
  readonly nudged: boolean;
  readonly nudge: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Reads `MessageRow`s; what follows says which: `m` is the message, `r` its recipient. */
export const MESSAGE_COLUMNS = `
    m.id, r.email AS recipient_email, m.subject, m.body, m.kind, m.status, m.reference, m.order_status,
    m.scheduled_for, m.obsoleted_at, m.retracted_at, m.opened_at, m.nudged, m.nudge, m.created_at, m.updated_at`;

export const SELECT_MESSAGES = `
  SELECT ${MESSAGE_COLUMNS}
  FROM messages m
  JOIN recipients r ON r.business_id = m.business_id AND r.id = m.recipient_id`;

/** D4, without the body: as the list shows messages. */
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

/** D4. Every field is always there; what does not apply is null or false. */
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
    recipient_email: row.recipient_email,
    subject: row.subject,
    kind: row.kind,
    status: row.status,
    reference: row.reference,
    order_status: row.order_status,
    scheduled_for: row.scheduled_for?.toISOString() ?? null,
    nudged: row.nudged,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    obsoleted_at: row.obsoleted_at?.toISOString() ?? null,
    retracted_at: row.retracted_at?.toISOString() ?? null,
    delivery: deliveryView(row, sends),
  };
}
