import { randomBytes } from 'node:crypto';
import { secretText, webUrl } from '../../shared/config/variable';
import { providerVariable } from '../plugin';

/** The settings of Meta's Cloud API, and their values in a local instance. */
export const metaVariables = {
  baseUrl: providerVariable({
    ...webUrl,
    name: 'META_BASE_URL',
    doc: 'Base URL of the WhatsApp Cloud API',
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
    doc: 'Id of the number from which WhatsApp messages are sent',
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
    doc: 'Secret that signs the reports of WhatsApp',
    services: ['simulator'],
    optionalFor: ['callbacks'],
    // Without the id of our number, its messages look like those of another number and are dropped (PROV-14).
    needs: ['META_PHONE_NUMBER_ID'],
    simulated: { made: () => randomBytes(16).toString('hex') },
  }),
  verifyToken: providerVariable({
    ...secretText,
    name: 'META_VERIFY_TOKEN',
    doc: 'Token that WhatsApp shows when it checks that the URL for its reports is ours',
    services: [],
    optionalFor: ['callbacks'],
    simulated: { made: () => randomBytes(16).toString('hex') },
  }),
};
