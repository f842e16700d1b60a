import { createPublicKey, type KeyObject } from 'node:crypto';
import { parseUrl, port, variable, wholeUpTo } from './variable';

const secret = {
  expected: 'at least 8 characters, no spaces',
  secret: true,
  parse: (text: string) => (/^\S{8,}$/.test(text) ? text : undefined),
};
const webUrl = {
  expected: 'an `http` or `https` URL',
  parse: (text: string) => parseUrl(text, ['http:', 'https:'])?.replace(/\/+$/, ''),
};

/** The world outside: what providers and we know of each other, and the simulator that stands in for them. */
export const providerVariables = {
  smtpUrl: variable({
    name: 'SMTP_URL',
    doc: 'Mail provider, with user and password if it asks for them',
    expected: 'an `smtp` or `smtps` URL',
    secret: true,
    parse: (text) => parseUrl(text, ['smtp:', 'smtps:']),
    services: ['simulator'],
    optionalFor: ['pipeline'],
  }),
  twilioAccountSid: variable({
    name: 'TWILIO_ACCOUNT_SID',
    doc: 'Account with the SMS carrier',
    expected: '`AC` and 32 hexadecimal digits',
    parse: (text) => (/^AC[0-9a-f]{32}$/.test(text) ? text : undefined),
    services: ['simulator'],
    optionalFor: ['pipeline'],
  }),
  twilioAuthToken: variable({
    ...secret,
    name: 'TWILIO_AUTH_TOKEN',
    doc: 'Password of that account; also signs its reports',
    services: ['simulator'],
    optionalFor: ['pipeline', 'callbacks'],
  }),
  twilioBaseUrl: variable({
    ...webUrl,
    name: 'TWILIO_BASE_URL',
    doc: 'Where the SMS carrier takes texts',
    default: 'https://api.twilio.com',
    services: ['pipeline'],
  }),
  metaBaseUrl: variable({
    ...webUrl,
    name: 'META_BASE_URL',
    doc: 'Where the WhatsApp Cloud API takes messages',
    default: 'https://graph.facebook.com',
    services: ['pipeline'],
  }),
  metaApiVersion: variable({
    name: 'META_API_VERSION',
    doc: 'Version of the WhatsApp Cloud API',
    expected: '`v` and two numbers with a dot between them',
    default: 'v23.0',
    parse: (text) => (/^v\d+\.\d+$/.test(text) ? text : undefined),
    services: ['simulator', 'pipeline'],
  }),
  metaPhoneNumberId: variable({
    name: 'META_PHONE_NUMBER_ID',
    doc: 'Id of the number that WhatsApp messages come from',
    expected: 'digits',
    parse: (text) => (/^\d+$/.test(text) ? text : undefined),
    services: ['simulator'],
    optionalFor: ['pipeline', 'callbacks'],
  }),
  metaAccessToken: variable({
    ...secret,
    name: 'META_ACCESS_TOKEN',
    doc: 'Bearer token of the WhatsApp Cloud API',
    services: ['simulator'],
    optionalFor: ['pipeline'],
  }),
  metaAppSecret: variable({
    ...secret,
    name: 'META_APP_SECRET',
    doc: 'Signs the reports of WhatsApp',
    services: ['simulator'],
    optionalFor: ['callbacks'],
  }),
  metaVerifyToken: variable({
    ...secret,
    name: 'META_VERIFY_TOKEN',
    doc: 'What WhatsApp shows when it asks whether the address for its reports is ours',
    services: [],
    optionalFor: ['callbacks'],
  }),
  sendgridWebhookPublicKey: variable({
    name: 'SENDGRID_WEBHOOK_PUBLIC_KEY',
    doc: 'Verifies the reports of SendGrid, where mail goes through it',
    expected: 'a public key, DER in base64',
    parse: parsePublicKey,
    services: [],
    optionalFor: ['callbacks'],
  }),
  postmarkWebhookCredentials: variable({
    name: 'POSTMARK_WEBHOOK_CREDENTIALS',
    doc: 'What the mail provider shows with its reports',
    expected: '`user:password`',
    secret: true,
    parse: (text) => (/^[^\s:]+:\S{8,}$/.test(text) ? text : undefined),
    services: ['simulator'],
    optionalFor: ['callbacks'],
  }),
  smsSender: variable({
    name: 'SMS_SENDER',
    doc: 'The shared number that texts come from',
    expected: 'a number with `+` and country code',
    parse: (text) => (/^\+[1-9]\d{6,14}$/.test(text) ? text : undefined),
    services: ['simulator'],
    optionalFor: ['pipeline', 'ingress', 'console', 'callbacks'],
  }),
  sendingDomain: variable({
    name: 'SENDING_DOMAIN',
    doc: 'The shared domain that emails come from',
    expected: 'a domain name',
    parse: (text) => (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text) ? text : undefined),
    services: [],
    optionalFor: ['pipeline'],
  }),
  callbacksUrl: variable({
    ...webUrl,
    name: 'CALLBACKS_URL',
    doc: 'Where providers reach the callbacks service',
    services: ['simulator', 'callbacks'],
    optionalFor: ['pipeline'],
  }),
  simulatorSmtpPort: variable({
    ...port,
    name: 'SIMULATOR_SMTP_PORT',
    doc: 'Port of the simulated mail provider',
    default: '8086',
    services: ['simulator'],
  }),
  simulatorSinkPort: variable({
    ...port,
    name: 'SIMULATOR_SINK_PORT',
    doc: 'Port of the simulated receivers of webhooks, HTTPS',
    default: '8087',
    services: ['simulator'],
  }),
  simulatorCaFile: variable({
    name: 'SIMULATOR_CA_FILE',
    doc: 'File the certificate of those receivers is written to, for those who are to trust it; its key is kept beside it',
    expected: 'a path',
    default: '.local/simulator-ca.pem',
    parse: (text) => text,
    services: ['simulator'],
  }),
  ingressUrl: variable({
    ...webUrl,
    name: 'INGRESS_URL',
    doc: "Where the simulator's page pushes to",
    default: 'http://127.0.0.1:8080',
    services: ['simulator'],
  }),
  demoFile: variable({
    name: 'DEMO_FILE',
    doc: "File with the demo business's API key, which that page pushes with",
    expected: 'a path',
    default: '.local/demo.json',
    parse: (text) => text,
    services: ['simulator'],
  }),
  simulatorHangMs: variable({
    ...wholeUpTo(10, 600_000),
    name: 'SIMULATOR_HANG_MS',
    doc: 'How long a simulated provider that gives no answer holds the connection',
    default: '30000',
    services: ['simulator'],
  }),
};

function parsePublicKey(text: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}
