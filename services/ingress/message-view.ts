/** A message with its newest email nudge, as the database has it. */
export interface MessageRow {
  readonly id: string;
  readonly recipient_email: string;
  readonly subject: string;
  readonly body: string;
  readonly kind: string;
  readonly status: string;
  readonly nudged: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Why the newest email did not go out; null if it did or will, and if there was none. */
  readonly skipped_reason: string | null;
  readonly skipped_at: Date | null;
}

/** D4. Every field is always there; what does not apply is null or false. */
export function messageView(row: MessageRow): object {
  return {
    id: row.id,
    recipient_email: row.recipient_email,
    subject: row.subject,
    body: row.body,
    kind: row.kind,
    status: row.status,
    reference: null,
    order_status: null,
    scheduled_for: null,
    nudged: row.nudged,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    obsoleted_at: null,
    retracted_at: null,
    delivery: deliveryView(row),
  };
}

function deliveryView({ skipped_reason: reason, skipped_at: at }: MessageRow): object {
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
