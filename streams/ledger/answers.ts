import type { NewApiKey } from '../../schemas/generated/command';
import type { CommandContext } from './decision';
import type { PaidOutcomes } from './paid-channels';
import type { ApiKey, Business, Message, Recipient } from './state';

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
export function apiKeyOf(command: CommandContext, { sha256, last4, name, scopes }: NewApiKey): ApiKey {
  const { businessId, now } = command;
  return { businessId, id: command.id('key'), sha256, masked: `osk_…${last4}`, name, scopes, createdAt: now };
}

/** Specification 2.8 and D7; the key itself is added by whoever made it. */
export function apiKeyView(key: ApiKey): object {
  return {
    id: key.id,
    name: key.name,
    masked: key.masked,
    created: key.createdAt.toISOString(),
    minted_by: null,
    detached: false,
    last_used_at: null,
    scopes: key.scopes,
  };
}

export interface EmailOutcome {
  readonly sending: boolean;
  readonly skipped_reason: string | null;
}

export interface Outcomes extends PaidOutcomes {
  /** Null when no nudge was asked for. */
  readonly email: EmailOutcome | null;
}

/** Specification 2.2. Fields that do not apply are null, never absent. */
export function pushResult(
  message: Message,
  recipient: Recipient,
  { email, sms, whatsapp }: Outcomes,
): object {
  return {
    id: message.id,
    recipient_email: recipient.email,
    subject: message.subject,
    kind: message.kind,
    status: message.status,
    created: true,
    scheduled_for: message.scheduledFor?.toISOString() ?? null,
    nudged: message.nudged,
    email,
    sms,
    sms_units: sms?.queued === true ? 1 : 0,
    whatsapp,
    whatsapp_opt_in: null,
    reference: message.reference,
    order_status: message.orderStatus,
    created_at: message.createdAt.toISOString(),
    updated_at: message.updatedAt.toISOString(),
  };
}
