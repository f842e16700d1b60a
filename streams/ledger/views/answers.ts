import type { NewApiKey } from '../../../schemas/generated/command';
import type { Nudge } from '../delivery/nudge';
import { isOnItsWay } from '../delivery/nudge';
import type { ApiKey, Business } from '../accounts/state';
import type { Send } from '../delivery/state';
import type { Message } from '../messages/state';
import type { Recipient } from '../people/state';
import type { Turn } from '../turn';

/** A business as operators see it (D15). */
export function businessView(business: Business): object {
  return {
    id: business.id,
    name: business.name,
    active: business.active,
    sending_paused: business.sendingPaused,
    plan: business.plan,
    period_ends_at: business.periodEndsAt?.toISOString() ?? null,
    email_allowance: business.emailAllowance,
    email_daily_cap: business.emailDailyCap,
    recipient_daily_emails: business.recipientDailyEmails,
    requests_per_second: business.requestsPerSecond,
    burst: business.burst,
    low_balance_threshold: business.lowBalanceThreshold,
    default_country: business.defaultCountry,
    sending_domain: business.sendingDomain,
    sms_sender: business.smsSender,
    sms: { mode: business.smsMode, allowed_countries: business.smsAllowedCountries },
    whatsapp: { mode: business.whatsappMode, forward_email: business.whatsappForwardEmail },
    balance: business.balance,
    created_at: business.createdAt.toISOString(),
    updated_at: business.updatedAt.toISOString(),
  };
}

/** The key that a command makes, as it is kept. */
export function apiKeyOf(turn: Turn, { sha256, last4, name, scopes }: NewApiKey): ApiKey {
  const { businessId, now } = turn;
  return {
    businessId,
    id: turn.id('key'),
    sha256,
    masked: `osk_…${last4}`,
    name,
    scopes,
    mintedBy: null,
    detached: false,
    createdAt: now,
    revokedAt: null,
  };
}

/** Specification 2.8 and D7; the key itself is added by whoever made it. */
export function apiKeyView(key: ApiKey): object {
  return {
    id: key.id,
    name: key.name,
    masked: key.masked,
    created: key.createdAt.toISOString(),
    minted_by: key.mintedBy,
    detached: key.detached,
    last_used_at: null,
    scopes: key.scopes,
  };
}

interface Pushed {
  readonly created: boolean;
  readonly nudged: boolean;
  readonly scheduledFor: Date | null;
  /** Null when no nudge was asked for. */
  readonly nudge: Nudge | null;
  readonly optIn: object | null;
}

/** Specification 2.2. Fields that do not apply are null, never absent. */
export function pushResult(message: Message, recipient: Recipient, pushed: Pushed): object {
  const { email = null, sms = null, whatsapp = null } = pushed.nudge ?? {};
  return {
    id: message.id,
    recipient_email: recipient.email,
    subject: message.subject,
    kind: message.kind,
    status: message.status,
    created: pushed.created,
    scheduled_for: pushed.scheduledFor?.toISOString() ?? null,
    nudged: pushed.nudged,
    email: email === null ? null : { sending: isOnItsWay(email), skipped_reason: email.skippedReason },
    sms: channelOutcome(sms),
    sms_units: sms !== null && isOnItsWay(sms) ? 1 : 0,
    whatsapp: channelOutcome(whatsapp),
    whatsapp_opt_in: pushed.optIn,
    reference: message.reference,
    order_status: message.orderStatus,
    created_at: message.createdAt.toISOString(),
    updated_at: message.updatedAt.toISOString(),
  };
}

/** Specification 2.3: what became of a paid channel. */
export function channelOutcome(send: Send | null): object | null {
  if (send === null) return null;
  return {
    queued: isOnItsWay(send),
    credits: send.credits,
    skipped_reason: send.skippedReason,
    escalates_at: send.escalatesAt?.toISOString() ?? null,
  };
}
