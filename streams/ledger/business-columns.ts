/** The columns of `businesses`, named as in `Business`: for every statement that reads one whole. */
export const BUSINESS_COLUMNS = `
  id, name, active, sending_paused AS "sendingPaused", balance, low_balance_threshold AS "lowBalanceThreshold", plan,
  period_ends_at AS "periodEndsAt", email_allowance AS "emailAllowance", email_daily_cap AS "emailDailyCap",
  requests_per_second AS "requestsPerSecond", burst, default_country AS "defaultCountry",
  sending_domain AS "sendingDomain", sms_sender AS "smsSender", sms_mode AS "smsMode",
  sms_allowed_countries AS "smsAllowedCountries", whatsapp_mode AS "whatsappMode",
  whatsapp_forward_email AS "whatsappForwardEmail", version, created_at AS "createdAt", updated_at AS "updatedAt"`;
