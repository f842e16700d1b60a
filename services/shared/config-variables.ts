export type ServiceName = (typeof EVERY_SERVICE)[number];

export interface Variable<Value = unknown, User extends ServiceName = ServiceName> {
  readonly name: string;
  readonly doc: string;
  readonly expected: string;
  /** Absent: the variable is required. */
  readonly default?: string;
  /** True: its value is never repeated, in no error and no log. */
  readonly secret?: boolean;
  /** Undefined: not what is expected. */
  readonly parse: (text: string) => Value | undefined;
  readonly services: readonly User[];
}

export const EVERY_SERVICE = [
  'ingress',
  'inbox',
  'console',
  'callbacks',
  'simulator',
  'pipeline',
  'setup',
] as const;
/** Those that speak to the pipeline, and the pipeline itself. */
const ON_THE_LOG = ['ingress', 'inbox', 'console', 'callbacks', 'pipeline', 'setup'] as const;
const LISTENING = ['ingress', 'inbox', 'console', 'callbacks', 'simulator', 'pipeline'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const ENVIRONMENTS = ['production', 'development', 'test'] as const;

const wholeUpTo = (least: number, most: number) => ({
  expected: `a whole number from ${least} to ${most}`,
  parse: (text: string) => parseWhole(text, least, most),
});
const port = { ...wholeUpTo(0, 65_535), expected: 'a port; 0 takes any free one' };

export const variables = {
  kafkaBrokers: variable({
    name: 'KAFKA_BROKERS',
    doc: 'Brokers to start from',
    expected: '`host:port`, several with commas between them',
    parse: parseBrokers,
    services: ON_THE_LOG,
  }),
  schemaRegistryUrl: variable({
    name: 'SCHEMA_REGISTRY_URL',
    doc: 'Base of the Confluent-compatible registry API',
    expected: 'an `http` or `https` URL',
    secret: true,
    parse: (text) => parseUrl(text, ['http:', 'https:']),
    services: ON_THE_LOG,
  }),
  databaseUrl: variable({
    name: 'DATABASE_URL',
    doc: 'PostgreSQL',
    expected: 'a `postgres` URL',
    secret: true,
    parse: (text) => parseUrl(text, ['postgres:', 'postgresql:']),
    services: ON_THE_LOG,
  }),
  redisUrl: variable({
    name: 'REDIS_URL',
    doc: 'Redis: claims, look-ups and rates. The service works without it, slower',
    expected: 'a `redis` or `rediss` URL',
    secret: true,
    parse: (text) => parseUrl(text, ['redis:', 'rediss:']),
    services: ['ingress', 'console'],
  }),
  bindAddress: variable({
    name: 'BIND_ADDRESS',
    doc: 'Address to listen on',
    expected: 'a host name or address',
    default: '127.0.0.1',
    parse: (text) => (/^[\w.:-]+$/.test(text) ? text : undefined),
    services: LISTENING,
  }),
  ingressPort: variable({
    ...port,
    name: 'INGRESS_PORT',
    doc: 'Port of the merchant API',
    default: '8080',
    services: ['ingress'],
  }),
  inboxPort: variable({
    ...port,
    name: 'INBOX_PORT',
    doc: 'Port of the inbox',
    default: '8081',
    services: ['inbox'],
  }),
  consolePort: variable({
    ...port,
    name: 'CONSOLE_PORT',
    doc: 'Port of the operator API',
    default: '8082',
    services: ['console'],
  }),
  callbacksPort: variable({
    ...port,
    name: 'CALLBACKS_PORT',
    doc: 'Port for reports of providers',
    default: '8083',
    services: ['callbacks'],
  }),
  simulatorPort: variable({
    ...port,
    name: 'SIMULATOR_PORT',
    doc: 'Port of the simulated providers',
    default: '8084',
    services: ['simulator'],
  }),
  pipelinePort: variable({
    ...port,
    name: 'PIPELINE_PORT',
    doc: 'Port for health and metrics of the processors',
    default: '8085',
    services: ['pipeline'],
  }),
  operatorToken: variable({
    name: 'OPERATOR_TOKEN',
    doc: 'Bearer token of the operator API',
    expected: 'at least 20 characters, no spaces',
    secret: true,
    parse: (text) => (/^\S{20,}$/.test(text) ? text : undefined),
    services: ['console'],
  }),
  hashSecret: variable({
    name: 'HASH_SECRET',
    doc: 'Key of the hashes that stand for idempotency keys and request bodies; the same for all instances',
    expected: 'at least 32 characters',
    secret: true,
    parse: (text) => (text.length >= 32 ? Buffer.from(text) : undefined),
    services: ['ingress', 'console'],
  }),
  linkSecret: variable({
    name: 'LINK_SECRET',
    doc: 'Key that signs inbox links; with another one no link that was sent opens any more',
    expected: 'at least 32 characters',
    secret: true,
    parse: (text) => (text.length >= 32 ? Buffer.from(text) : undefined),
    services: ['inbox', 'pipeline'],
  }),
  inboxUrl: variable({
    name: 'INBOX_URL',
    doc: 'Public base of the inbox, which the links in nudges begin with',
    expected: 'an `http` or `https` URL, without a slash at its end',
    parse: (text) => (text.endsWith('/') ? undefined : parseUrl(text, ['http:', 'https:'])),
    services: ['pipeline'],
  }),
  maxRequestsInFlight: variable({
    ...wholeUpTo(1, 100_000),
    name: 'MAX_REQUESTS_IN_FLIGHT',
    doc: 'Requests that one instance works on at a time; further ones are answered 503 at once',
    default: '2000',
    services: ['ingress', 'inbox', 'console'],
  }),
  maxRequestsInFlightPerBusiness: variable({
    ...wholeUpTo(1, 100_000),
    name: 'MAX_REQUESTS_IN_FLIGHT_PER_BUSINESS',
    doc: 'The same for one business, so that none takes all the room',
    default: '1000',
    services: ['ingress'],
  }),
  claimLeaseMs: variable({
    ...wholeUpTo(1_000, 600_000),
    name: 'CLAIM_LEASE_MS',
    doc: 'How long a crashed instance keeps an idempotency key claimed; longer than a request may take',
    default: '20000',
    services: ['ingress'],
  }),
  requestTimeoutMs: variable({
    ...wholeUpTo(100, 600_000),
    name: 'REQUEST_TIMEOUT_MS',
    doc: 'Time to send a whole request in',
    default: '30000',
    services: ['ingress'],
  }),
  partitions: variable({
    ...wholeUpTo(1, 1_000),
    name: 'PARTITIONS',
    doc: 'Partitions of each topic, fixed at the first set-up',
    default: '48',
    services: ON_THE_LOG,
  }),
  replication: variable({
    ...wholeUpTo(1, 9),
    name: 'REPLICATION',
    doc: 'Replicas of each partition',
    default: '3',
    services: ['setup'],
  }),
  commandsKeepAppliedMs: variable({
    ...wholeUpTo(1_000, 86_400_000),
    name: 'COMMANDS_KEEP_APPLIED_MS',
    doc: 'How long applied commands stay in the log',
    default: '2700000',
    services: ['pipeline'],
  }),
  sessionTimeoutMs: variable({
    ...wholeUpTo(1_000, 300_000),
    name: 'SESSION_TIMEOUT_MS',
    doc: 'Silence after which a processor loses its partitions to another',
    default: '10000',
    services: ['pipeline'],
  }),
  logLevel: variable({
    name: 'LOG_LEVEL',
    doc: 'Least severe level that is logged',
    expected: oneOf(LOG_LEVELS),
    default: 'info',
    parse: (text) => LOG_LEVELS.find((level) => level === text),
    services: EVERY_SERVICE,
  }),
  nodeEnv: variable({
    name: 'NODE_ENV',
    doc: 'Where this runs; unset counts as production, so that nothing is laxer by accident',
    expected: oneOf(ENVIRONMENTS),
    default: 'production',
    parse: (text) => ENVIRONMENTS.find((environment) => environment === text),
    services: EVERY_SERVICE,
  }),
};

function variable<Value, const User extends ServiceName>(
  definition: Variable<Value, User>,
): Variable<Value, User> {
  return definition;
}

function parseWhole(text: string, least: number, most: number): number | undefined {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= least && value <= most ? value : undefined;
}

function parseBrokers(text: string): readonly string[] | undefined {
  const brokers = text.split(',').map((broker) => broker.trim());
  return brokers.every((broker) => /^[^\s:/]+:\d+$|^\[[0-9a-f:]+\]:\d+$/i.test(broker)) ? brokers : undefined;
}

function parseUrl(text: string, protocols: readonly string[]): string | undefined {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined;
}

function oneOf(values: readonly string[]): string {
  return `one of ${values.join(', ')}`;
}
