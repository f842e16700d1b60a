import type { ResponseBody } from './openapi/response-shapes';

/** A message with its newest email nudge, as the database has it. */
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
  readonly nudged: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Why the newest email did not go out; null if it did or will, and if there was none. */
  readonly skipped_reason: string | null;
  readonly skipped_at: Date | null;
}

/** Reads `MessageRow`s; what follows says which: `m` is the message, `r` its recipient. */
export const SELECT_MESSAGES = `
  SELECT m.id, r.email AS recipient_email, m.subject, m.body, m.kind, m.status, m.reference, m.order_status,
    m.scheduled_for, m.obsoleted_at, m.retracted_at, m.nudged, m.created_at, m.updated_at,
    s.skipped_reason, s.updated_at AS skipped_at
  FROM messages m
  JOIN recipients r ON r.business_id = m.business_id AND r.id = m.recipient_id
  LEFT JOIN LATERAL (
    SELECT skipped_reason, updated_at FROM sends
    WHERE business_id = m.business_id AND message_id = m.id AND channel = 'email'
    ORDER BY created_at DESC, id DESC LIMIT 1
  ) s ON true`;

/** D4. Every field is always there; what does not apply is null or false. */
export function messageView(row: MessageRow): ResponseBody<'MessageView'> {
  const { id, recipient_email, subject, ...rest } = messageSummary(row);
  return { id, recipient_email, subject, body: row.body, ...rest };
}

/** The view as the list shows it: without the body. */
export function messageSummary(row: MessageRow): ResponseBody<'MessageSummary'> {
  return {
    id: row.id,
    recipient_email: row.recipient_email,
    subject: row.subject,
    kind: row.kind,
    status: row.status,
    reference: row.reference,
    order_status: row.order_status,
    scheduled_for: timeOf(row.scheduled_for),
    nudged: row.nudged,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    obsoleted_at: timeOf(row.obsoleted_at),
    retracted_at: timeOf(row.retracted_at),
    delivery: deliveryView(row),
  };
}

function timeOf(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

function deliveryView({ skipped_reason: reason, skipped_at: at }: MessageRow): ResponseBody<'Delivery'> {
  return {
    delivered: false,
    delivered_at: null,
    opened: false,
    opened_at: null,
    bounced: false,
    bounced_at: null,
    complained: false,
    complained_at: null,
    not_sent: reason === null || at === null ? null : { reason, at: at.toISOString() },
    failed: null,
    sms: null,
    whatsapp: null,
  };
}
