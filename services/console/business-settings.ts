import type { BusinessSettings } from '../../schemas/generated/command';
import { emailAddress } from '../../schemas/values/email-address';
import type { JsonBody } from '../shared/requests/json-body';
import { moment } from '../../schemas/values/timestamp';
import {
  dict,
  flag,
  optional,
  required,
  text,
  whole,
  type ValuesOf,
  type FieldFaults,
} from '../../schemas/values/fields';
import { oneOf } from '../../schemas/values/value-rules';
import { readBody } from '../shared/requests/read-body';
import { countries, country, hostName, orNull, senderNumber } from './settings-checks';

/** The settings that an operator sent, or everything that is wrong with them. */
export type SettingsRead =
  { readonly ok: true; readonly settings: BusinessSettings } | ({ readonly ok: false } & FieldFaults);

/**
 * Reads the settings of a new business (OPER-5). Only the name is required; the ledger has the defaults of the others.
 */
export function readNewBusiness(body: JsonBody): SettingsRead {
  const read = readBody(body, { ...SETTINGS, name: required(NAME) });
  return read.ok ? { ok: true, settings: settingsOf(read.values) } : read;
}

/** Reads a change of settings (OPER-6). A setting that is left out stays as it is. */
export function readBusinessChange(body: JsonBody): SettingsRead {
  const read = readBody(body, SETTINGS);
  return read.ok ? { ok: true, settings: settingsOf(read.values) } : read;
}

const NAME = text({ visible: true, max: 10_000 });
const COUNT = whole(0, 1_000_000_000);
const MODE = oneOf('not_enabled', 'off', 'on_request', 'on');

const SETTINGS = {
  name: optional(NAME),
  active: optional(flag()),
  sending_paused: optional(flag()),
  plan: optional(oneOf('active', 'past_due', 'lapsed')),
  period_ends_at: optional(orNull(moment)),
  email_allowance: optional(orNull(COUNT)),
  email_daily_cap: optional(COUNT),
  recipient_daily_emails: optional(COUNT),
  requests_per_second: optional(whole(1, 100_000)),
  burst: optional(whole(1, 1_000_000)),
  low_balance_threshold: optional(COUNT),
  default_country: optional(orNull(country)),
  sending_domain: optional(orNull(hostName)),
  sms_sender: optional(orNull(senderNumber)),
  sms: optional(dict({ mode: optional(MODE), allowed_countries: optional(countries) })),
  whatsapp: optional(dict({ mode: optional(MODE), forward_email: optional(orNull(emailAddress)) })),
};

type Settings = Omit<BusinessSettings, 'cleared'>;

/** Undefined: not sent. Null: sent as null. */
type SentSettings = { readonly [Name in keyof Settings]: Settings[Name] | undefined };

function settingsOf({ sms, whatsapp, ...others }: ValuesOf<typeof SETTINGS>): BusinessSettings {
  const sent: SentSettings = {
    ...others,
    sms_mode: sms?.mode,
    sms_allowed_countries: sms?.allowed_countries,
    whatsapp_mode: whatsapp?.mode,
    whatsapp_forward_email: whatsapp?.forward_email,
  };
  const entries = Object.entries(sent) as [string, unknown][];
  return {
    ...(Object.fromEntries(entries.map(([name, value]) => [name, value ?? null])) as unknown as Settings),
    cleared: entries.filter(([, value]) => value === null).map(([name]) => name),
  };
}
