import type { Business } from './state';

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
