import { chooseProvider, chooseProviders, providerProblems } from './choice';
import { providerVariable, type ProviderPlugin } from './plugin';
import { registry } from './registry';

const ANY_TEXT = { doc: 'A word', expected: 'a word', parse: (text: string) => text };
const otherSms: ProviderPlugin<'sms'> = {
  ...registry.sms[0],
  name: 'other',
  variables: {
    key: providerVariable({ ...ANY_TEXT, name: 'OTHER_KEY', services: ['pipeline', 'callbacks'] }),
    secret: providerVariable({
      ...ANY_TEXT,
      name: 'OTHER_SECRET',
      services: [],
      optionalFor: ['callbacks'],
      needs: ['OTHER_NUMBER'],
    }),
    number: providerVariable({
      ...ANY_TEXT,
      name: 'OTHER_NUMBER',
      services: [],
      optionalFor: ['callbacks'],
    }),
  },
};
const two = { ...registry, sms: [registry.sms[0], otherSms] as const };
const TWILIO = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'a-token-for-tests' };

describe('the choice of a provider (PROV-1)', () => {
  it('defaults to SMTP, Twilio and Meta', () => {
    const { email, sms, whatsapp } = chooseProviders('callbacks', { env: {} });
    const names = [email, sms, whatsapp].map(({ plugin, problems }) => [plugin.name, problems]);
    expect(names).toEqual([
      ['smtp', []],
      ['twilio', []],
      ['meta', []],
    ]);
  });

  it('refuses an unknown name and lists the known ones', () => {
    const { problems } = chooseProvider('pipeline', 'sms', {
      env: { SMS_PROVIDER: 'pigeon' },
      registry: two,
    });
    expect(problems).toEqual(['SMS_PROVIDER: "pigeon" is not one of twilio, other']);
  });

  it('names every missing variable and the provider that needs it', () => {
    const { problems } = chooseProvider('pipeline', 'sms', { env: {}, registry: two });
    const why = '(SMS_PROVIDER is twilio, one of twilio, other)';
    expect(problems).toEqual([
      `TWILIO_ACCOUNT_SID is missing: \`AC\` and 32 hexadecimal digits ${why}`,
      `TWILIO_AUTH_TOKEN is missing: at least 8 characters, no spaces ${why}`,
    ]);
  });

  it('ignores the variables of other providers, even invalid ones', () => {
    const env = { SMS_PROVIDER: 'other', OTHER_KEY: 'key', TWILIO_ACCOUNT_SID: 'nonsense' };
    const { plugin, settings, problems } = chooseProvider('pipeline', 'sms', { env, registry: two });
    expect([plugin.name, settings, problems]).toEqual(['other', { key: 'key' }, []]);
  });

  it('gives each service the settings that it uses, and null for unset optional ones', () => {
    const settingsOf = (user: 'pipeline' | 'callbacks') =>
      chooseProvider(user, 'sms', { env: TWILIO }).settings;
    expect(settingsOf('pipeline')).toEqual({
      accountSid: TWILIO.TWILIO_ACCOUNT_SID,
      authToken: TWILIO.TWILIO_AUTH_TOKEN,
      baseUrl: 'https://api.twilio.com',
    });
    expect(settingsOf('callbacks')).toEqual({ authToken: TWILIO.TWILIO_AUTH_TOKEN });
    expect(chooseProvider('callbacks', 'sms', { env: {} }).settings).toEqual({ authToken: null });
  });

  it('requires the variables that a set variable needs', () => {
    const env = { SMS_PROVIDER: 'other', OTHER_KEY: 'key', OTHER_SECRET: 'secret' };
    const { problems } = chooseProvider('callbacks', 'sms', { env, registry: two });
    expect(problems).toEqual([
      'OTHER_NUMBER is missing: a word (SMS_PROVIDER is other, one of twilio, other)',
    ]);
    const meta = chooseProvider('callbacks', 'whatsapp', { env: { META_APP_SECRET: 'a-secret' } });
    expect(meta.problems).toEqual([expect.stringMatching(/^META_PHONE_NUMBER_ID is missing: digits/)]);
  });

  it.each(['AAAA', 'no key!'])('refuses %s as the public key of SendGrid', (key) => {
    const { problems } = chooseProvider('callbacks', 'email', { env: { SENDGRID_WEBHOOK_PUBLIC_KEY: key } });
    const wrong = `SENDGRID_WEBHOOK_PUBLIC_KEY: "${key}" is not a public key, DER in base64`;
    expect(problems).toEqual([`${wrong} (EMAIL_PROVIDER is smtp, one of smtp)`]);
  });

  it('never repeats a secret', () => {
    const env = { ...TWILIO, TWILIO_AUTH_TOKEN: 'short' };
    const { problems } = chooseProvider('pipeline', 'sms', { env });
    expect(problems).toEqual([expect.stringMatching(/^TWILIO_AUTH_TOKEN: its value is not at least 8/)]);
  });

  it('lists the missing variables of all channels together', () => {
    const missing = providerProblems('simulator', { env: {} }).map((problem) => problem.split(' ')[0]);
    expect(missing).toEqual([
      'SMTP_URL',
      'POSTMARK_WEBHOOK_CREDENTIALS',
      'TWILIO_ACCOUNT_SID',
      'TWILIO_AUTH_TOKEN',
      'META_PHONE_NUMBER_ID',
      'META_ACCESS_TOKEN',
      'META_APP_SECRET',
    ]);
  });
});
