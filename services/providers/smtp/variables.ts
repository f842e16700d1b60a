import { createPublicKey, randomBytes, type KeyObject } from 'node:crypto';
import { parseUrl, port } from '../../shared/config/variable';
import { providerVariable } from '../plugin';

/** The settings of the mail server and of the providers that report on its emails. */
export const smtpVariables = {
  url: providerVariable({
    name: 'SMTP_URL',
    doc: 'Mail provider, with user and password if it requires them',
    expected: 'an `smtp` or `smtps` URL',
    secret: true,
    parse: (text) => parseUrl(text, ['smtp:', 'smtps:']),
    services: ['pipeline', 'simulator'],
    simulated: {
      made: () => randomBytes(18).toString('base64url'),
      value: ({ ports }, password) =>
        `smtp://nudgeline:${password}@127.0.0.1:${String(ports['SIMULATOR_SMTP_PORT'])}?requireTLS=false`,
    },
  }),
  sendgridPublicKey: providerVariable({
    name: 'SENDGRID_WEBHOOK_PUBLIC_KEY',
    doc: 'Key that verifies the reports of SendGrid, if it sends the emails',
    expected: 'a public key, DER in base64',
    parse: parsePublicKey,
    services: [],
    optionalFor: ['callbacks'],
  }),
  postmarkCredentials: providerVariable({
    name: 'POSTMARK_WEBHOOK_CREDENTIALS',
    doc: 'Credentials that Postmark sends with its reports',
    expected: '`user:password`',
    secret: true,
    parse: (text) => (/^[^\s:]+:\S{8,}$/.test(text) ? text : undefined),
    services: ['simulator'],
    optionalFor: ['callbacks'],
    simulated: { made: () => `postmark:${randomBytes(18).toString('base64url')}` },
  }),
  standInPort: providerVariable({
    ...port,
    name: 'SIMULATOR_SMTP_PORT',
    doc: 'Port of the simulated mail provider',
    default: '8086',
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
