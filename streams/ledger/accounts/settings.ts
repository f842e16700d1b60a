import type { BusinessSettings } from '../../../schemas/generated/command';
import type { Business } from './tables';

/** The settings of a business until an operator changes them (OPER-5). */
const DEFAULTS = {
  active: true,
  sendingPaused: false,
  lowBalanceThreshold: 100,
  plan: 'active',
  periodEndsAt: null,
  emailAllowance: null,
  emailDailyCap: 10_000,
  recipientDailyEmails: 50,
  requestsPerSecond: 100,
  burst: 200,
  defaultCountry: null,
  sendingDomain: null,
  smsSender: null,
  smsMode: 'not_enabled',
  smsAllowedCountries: [],
  whatsappMode: 'not_enabled',
  whatsappForwardEmail: null,
} as const satisfies Partial<Business>;

/** A business with the default settings, except those that the operator gave. */
export function newBusiness(id: string, settings: BusinessSettings, now: Date): Business {
  const blank: Business = {
    ...DEFAULTS,
    id,
    name: '',
    balance: 0,
    lowBalanceTold: false,
    allowanceTold: null,
    smsEnabledAt: null,
    version: 0,
    createdAt: now,
    updatedAt: now,
  };
  return withSettings(blank, settings, now);
}

/** Null leaves a setting as it is, unless the setting is named in `cleared`. */
export function withSettings(business: Business, settings: BusinessSettings, now: Date): Business {
  const changes: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(PROPERTY_OF)) {
    const value = settings[name as SettingName];
    if (settings.cleared.includes(name)) changes[property] = null;
    else if (value !== null) {
      changes[property] = name === 'period_ends_at' ? new Date(value as number) : value;
    }
  }
  const changed: Business = { ...business, ...changes, version: business.version + 1, updatedAt: now };
  // The warm-up of texts begins when they are first switched on, even if they are switched off and on later (CHAN-8).
  const isNew = changed.smsMode !== 'not_enabled' && changed.smsEnabledAt === null;
  return isNew ? { ...changed, smsEnabledAt: now } : changed;
}

type SettingName = Exclude<keyof BusinessSettings, 'cleared'>;

const PROPERTY_OF: Readonly<Record<SettingName, keyof Business>> = {
  name: 'name',
  active: 'active',
  sending_paused: 'sendingPaused',
  plan: 'plan',
  period_ends_at: 'periodEndsAt',
  email_allowance: 'emailAllowance',
  email_daily_cap: 'emailDailyCap',
  recipient_daily_emails: 'recipientDailyEmails',
  requests_per_second: 'requestsPerSecond',
  burst: 'burst',
  low_balance_threshold: 'lowBalanceThreshold',
  default_country: 'defaultCountry',
  sending_domain: 'sendingDomain',
  sms_sender: 'smsSender',
  sms_mode: 'smsMode',
  sms_allowed_countries: 'smsAllowedCountries',
  whatsapp_mode: 'whatsappMode',
  whatsapp_forward_email: 'whatsappForwardEmail',
};

/** Settings that the view shows under their channel. */
type ChannelSetting = 'sms_mode' | 'sms_allowed_countries' | 'whatsapp_mode' | 'whatsapp_forward_email';

/** A setting that is missing in the view fails to compile. */
type BusinessView = Readonly<
  Record<Exclude<SettingName, ChannelSetting> | 'id' | 'sms' | 'whatsapp' | 'balance', unknown> &
    Record<'created_at' | 'updated_at', string>
>;

/** A business as operators see it. */
export function businessView(business: Business): BusinessView {
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
