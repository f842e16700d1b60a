import { port, variable, webUrl, wholeUpTo } from './variable';

/** Settings of what lies outside: senders' addresses, callbacks, and the simulator that stands in for providers. */
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
    doc: 'Public base URL at which providers reach the callbacks service',
    services: ['simulator', 'callbacks'],
    optionalFor: ['pipeline'],
  }),
  simulatorSinkPort: variable({
    ...port,
    name: 'SIMULATOR_SINK_PORT',
    doc: 'HTTPS port of the simulated webhook receivers',
    default: '8087',
    services: ['simulator'],
  }),
  simulatorCaFile: variable({
    name: 'SIMULATOR_CA_FILE',
    doc: 'File for the certificate of the simulated receivers, so that clients can trust it. Its key is stored beside it',
    expected: 'a path',
    default: '.local/simulator-ca.pem',
    parse: (text) => text,
    services: ['simulator'],
  }),
  ingressUrl: variable({
    ...webUrl,
    name: 'INGRESS_URL',
    doc: "URL of the merchant API that the simulator's page pushes to",
    default: 'http://127.0.0.1:8080',
    services: ['simulator'],
  }),
  demoFile: variable({
    name: 'DEMO_FILE',
    doc: "File with the API key of the demo business, with which the simulator's page pushes",
    expected: 'a path',
    default: '.local/demo.json',
    parse: (text) => text,
    services: ['simulator'],
  }),
  simulatorHangMs: variable({
    ...wholeUpTo(10, 600_000),
    name: 'SIMULATOR_HANG_MS',
    doc: 'How long a simulated provider that does not answer holds the connection',
    default: '30000',
    services: ['simulator'],
  }),
};
