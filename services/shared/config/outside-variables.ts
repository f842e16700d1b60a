import { port, variable, webUrl, wholeUpTo } from './variable';

/** What all providers share, and the simulator. */
export const outsideVariables = {
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
