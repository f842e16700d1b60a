import { randomBytes } from 'node:crypto';
import { secretText, webUrl } from '../../shared/config/variable';
import { providerVariable } from '../plugin';

/** The settings of Vonage, and their values in a local instance. */
export const vonageVariables = {
  apiKey: providerVariable({
    name: 'VONAGE_API_KEY',
    doc: 'Account with Vonage; its reports name it as well',
    expected: 'letters and digits',
    parse: (text) => (/^[A-Za-z0-9]+$/.test(text) ? text : undefined),
    services: ['pipeline', 'callbacks', 'simulator'],
    simulated: { made: () => randomBytes(4).toString('hex') },
  }),
  apiSecret: providerVariable({
    ...secretText,
    name: 'VONAGE_API_SECRET',
    doc: 'Password of that account',
    services: ['pipeline', 'simulator'],
    simulated: { made: () => randomBytes(16).toString('hex') },
  }),
  signatureSecret: providerVariable({
    ...secretText,
    name: 'VONAGE_SIGNATURE_SECRET',
    doc: 'Secret that signs the reports of Vonage and the texts of recipients',
    services: ['callbacks', 'simulator'],
    simulated: { made: () => randomBytes(32).toString('base64url') },
  }),
  baseUrl: providerVariable({
    ...webUrl,
    name: 'VONAGE_BASE_URL',
    doc: 'Base URL of the Messages API of Vonage',
    default: 'https://api.nexmo.com',
    services: ['pipeline'],
    simulated: { value: ({ url }) => url },
  }),
};
