import { oneOf, variable } from './variable';

/** The services that talk to Kafka. */
export const ON_THE_LOG = ['ingress', 'inbox', 'console', 'callbacks', 'pipeline', 'setup'] as const;

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** How processes reach the brokers. */
export const kafkaVariables = {
  kafkaBrokers: variable({
    name: 'KAFKA_BROKERS',
    doc: 'Kafka brokers to connect to first',
    expected: '`host:port`, several with commas between them',
    parse: parseBrokers,
    services: ON_THE_LOG,
  }),
  kafkaTls: variable({
    name: 'KAFKA_TLS',
    doc: 'Whether the connection to the brokers uses TLS',
    expected: oneOf(['on', 'off']),
    default: 'off',
    parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
    services: ON_THE_LOG,
  }),
  kafkaLogin: variable({
    name: 'KAFKA_LOGIN',
    doc: 'SASL login. With `plain`, the password is safe only over TLS',
    expected: `\`mechanism:user:password\`, the mechanism ${oneOf(MECHANISMS)}`,
    secret: true,
    parse: parseLogin,
    services: [],
    optionalFor: ON_THE_LOG,
  }),
  instanceName: variable({
    name: 'INSTANCE_NAME',
    doc: 'Name of the process in its consumer groups. It must stay the same after a restart and be unique among processes of the role. A process that starts ends the membership of the one that had its name before. If unset, host and port are the name; with port 0 there is none',
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
