import { randomBytes } from 'node:crypto';
import { secretText, webUrl } from '../../shared/config/variable';
import { providerVariable } from '../plugin';

/** The settings of Twilio, and their values in a local instance. */
export const twilioVariables = {
  accountSid: providerVariable({
    name: 'TWILIO_ACCOUNT_SID',
    doc: 'Account with Twilio',
    expected: '`AC` and 32 hexadecimal digits',
    parse: (text) => (/^AC[0-9a-f]{32}$/.test(text) ? text : undefined),
    services: ['pipeline', 'simulator'],
    simulated: { made: () => `AC${randomBytes(16).toString('hex')}` },
  }),
  authToken: providerVariable({
    ...secretText,
    name: 'TWILIO_AUTH_TOKEN',
    doc: 'Password of that account; also signs its reports',
    services: ['pipeline', 'simulator'],
    optionalFor: ['callbacks'],
    simulated: { made: () => randomBytes(16).toString('hex') },
  }),
  baseUrl: providerVariable({
    ...webUrl,
    name: 'TWILIO_BASE_URL',
    doc: 'Base URL of the API of Twilio',
    default: 'https://api.twilio.com',
    services: ['pipeline'],
    simulated: { value: ({ url }) => url },
  }),
};
