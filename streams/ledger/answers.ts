import type { Business, Message, Recipient } from './state';

/** A business as operators see it (D15). */
export function businessView(business: Business): object {
  return {
    id: business.id,
    name: business.name,
    active: business.active,
    sending_paused: business.sendingPaused,
    low_balance_threshold: business.lowBalanceThreshold,
    balance: business.balance,
    created_at: business.createdAt.toISOString(),
    updated_at: business.updatedAt.toISOString(),
  };
}

export interface EmailOutcome {
  readonly sending: boolean;
  readonly skipped_reason: string | null;
}

/** Specification 2.2. Fields that do not apply are null, never absent. */
export function pushResult(message: Message, recipient: Recipient, email: EmailOutcome): object {
  return {
    id: message.id,
    recipient_email: recipient.email,
    subject: message.subject,
    kind: message.kind,
    status: message.status,
    created: true,
    scheduled_for: null,
    nudged: message.nudged,
    email,
    sms: null,
    sms_units: 0,
    whatsapp: null,
    whatsapp_opt_in: null,
    reference: null,
    order_status: null,
    created_at: message.createdAt.toISOString(),
    updated_at: message.updatedAt.toISOString(),
  };
}
