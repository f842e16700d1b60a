import { oneOf, variable } from './variable';

/** Those that speak to the pipeline, and the pipeline itself. */
export const ON_THE_LOG = ['ingress', 'inbox', 'console', 'callbacks', 'pipeline', 'setup'] as const;

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** How the brokers are reached. */
export const kafkaVariables = {
  kafkaBrokers: variable({
    name: 'KAFKA_BROKERS',
    doc: 'Brokers to start from',
    expected: '`host:port`, several with commas between them',
    parse: parseBrokers,
    services: ON_THE_LOG,
  }),
  kafkaTls: variable({
    name: 'KAFKA_TLS',
    doc: 'Whether they are spoken to over TLS',
    expected: oneOf(['on', 'off']),
    default: 'off',
    parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
    services: ON_THE_LOG,
  }),
  kafkaLogin: variable({
    name: 'KAFKA_LOGIN',
    doc: 'Log-in by SASL; with `plain` only over TLS is the password safe',
    expected: `\`mechanism:user:password\`, the mechanism ${oneOf(MECHANISMS)}`,
    secret: true,
    parse: parseLogin,
    services: [],
    optionalFor: ON_THE_LOG,
  }),
  instanceName: variable({
    name: 'INSTANCE_NAME',
    doc: 'Name of the process in its consumer groups: the same after a restart, and no other process of its role has it. At its start it ends the membership of the one that had the name before. Without it host and port are the name; with port 0 there is none',
    expected: 'up to 100 letters, digits and `._:-`',
    parse: (text) => (/^[\w.:-]{1,100}$/.test(text) ? text : undefined),
    services: [],
    optionalFor: ['pipeline'],
  }),
};

function parseBrokers(text: string): readonly string[] | undefined {
  const brokers = text.split(',').map((broker) => broker.trim());
  return brokers.every((broker) => /^[^\s:/]+:\d+$|^\[[0-9a-f:]+\]:\d+$/i.test(broker)) ? brokers : undefined;
}

function parseLogin(text: string) {
  const [, name, username, password] = /^([^:]+):([^:]+):(.+)$/s.exec(text) ?? [];
  const mechanism = MECHANISMS.find((known) => known === name);
  return mechanism === undefined || username === undefined || password === undefined
    ? undefined
    : { mechanism, username, password };
}
