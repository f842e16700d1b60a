import { randomBytes } from 'node:crypto';
import { secretText, webUrl } from '../../shared/config/variable';
import { providerVariable } from '../plugin';

export const metaVariables = {
  baseUrl: providerVariable({
    ...webUrl,
    name: 'META_BASE_URL',
    doc: 'Where the WhatsApp Cloud API takes messages',
    default: 'https://graph.facebook.com',
    services: ['pipeline'],
    simulated: { value: ({ url }) => url },
  }),
  apiVersion: providerVariable({
    name: 'META_API_VERSION',
    doc: 'Version of the WhatsApp Cloud API',
    expected: '`v` and two numbers with a dot between them',
    default: 'v23.0',
    parse: (text) => (/^v\d+\.\d+$/.test(text) ? text : undefined),
    services: ['pipeline', 'simulator'],
    simulated: { value: () => 'v23.0' },
  }),
  phoneNumberId: providerVariable({
    name: 'META_PHONE_NUMBER_ID',
    doc: 'Id of the number that WhatsApp messages come from',
    expected: 'digits',
    parse: (text) => (/^\d+$/.test(text) ? text : undefined),
    services: ['pipeline', 'simulator'],
    optionalFor: ['callbacks'],
    simulated: { value: () => '106540352242922' },
  }),
  accessToken: providerVariable({
    ...secretText,
    name: 'META_ACCESS_TOKEN',
    doc: 'Bearer token of the WhatsApp Cloud API',
    services: ['pipeline', 'simulator'],
    simulated: { made: () => `EAA${randomBytes(32).toString('hex')}` },
  }),
  appSecret: providerVariable({
    ...secretText,
    name: 'META_APP_SECRET',
    doc: 'Signs the reports of WhatsApp',
    services: ['simulator'],
    optionalFor: ['callbacks'],
    // Without our number what is said to it looks like what is said to another one, and would be dropped.
    needs: ['META_PHONE_NUMBER_ID'],
    simulated: { made: () => randomBytes(16).toString('hex') },
  }),
  verifyToken: providerVariable({
    ...secretText,
    name: 'META_VERIFY_TOKEN',
    doc: 'What WhatsApp shows when it asks whether the address for its reports is ours',
    services: [],
    optionalFor: ['callbacks'],
    simulated: { made: () => randomBytes(16).toString('hex') },
  }),
};
