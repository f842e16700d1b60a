import { COUNTRIES } from '../countries';
import { EVERY_SERVICE, oneOf, parseUrl, port, variable, wholeUpTo } from './variable';
import { kafkaVariables, ON_THE_LOG } from './kafka-variables';
import { outsideVariables } from './outside-variables';
import { webhookVariables } from './webhook-variables';
import { senderVariables } from './sender-variables';

const ON_THE_DATABASE = [...ON_THE_LOG, 'simulator'] as const;
const LISTENING = ['ingress', 'inbox', 'console', 'callbacks', 'simulator', 'pipeline'] as const;
/** The simulator is not among them: it always follows the clock it can move. */
const WITH_A_CLOCK = ['ingress', 'inbox', 'console', 'callbacks', 'pipeline'] as const;
const CLOCKS = ['system', 'movable'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const REVIEWS = ['approved', 'in_review', 'rejected'] as const;
const ENVIRONMENTS = ['production', 'development', 'test'] as const;

export const variables = {
  ...kafkaVariables,
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
    services: ON_THE_DATABASE,
  }),
  redisUrl: variable({
    name: 'REDIS_URL',
    doc: 'Redis: leases of idempotency keys, look-ups, rates, and the replies of the ledger. Everything works without it, slower',
    expected: 'a `redis` or `rediss` URL',
    secret: true,
    parse: (text) => parseUrl(text, ['redis:', 'rediss:']),
    services: ['ingress', 'inbox', 'console'],
    optionalFor: ['pipeline'],
  }),
  redisTimeoutMs: variable({
    ...wholeUpTo(10, 10_000),
    name: 'REDIS_TIMEOUT_MS',
    doc: 'Time Redis has to answer; when it takes longer, a request goes on without it',
    default: '250',
    services: ['ingress', 'inbox', 'console'],
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
    doc: 'Port of the operator API and its page',
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
    doc: 'Bearer token of the operator API, and what people sign in to the console with',
    expected: 'at least 20 characters, no spaces',
    secret: true,
    parse: (text) => (/^\S{20,}$/.test(text) ? text : undefined),
    services: ['console'],
  }),
  consoleProxies: variable({
    ...wholeUpTo(0, 10),
    name: 'CONSOLE_PROXIES',
    doc: 'Proxies on the way to the console that each add to `X-Forwarded-For`. With 0 nothing in that header is believed: all who come by one proxy share its tries to sign in',
    default: '0',
    services: ['console'],
  }),
  hashSecret: variable({
    name: 'HASH_SECRET',
    doc: 'Key of the hashes that stand for idempotency keys, request bodies and people who are gone; the same for all instances',
    expected: 'at least 32 characters',
    secret: true,
    parse: (text) => (text.length >= 32 ? Buffer.from(text) : undefined),
    services: ['ingress', 'console', 'callbacks', 'pipeline'],
  }),
  linkSecret: variable({
    name: 'LINK_SECRET',
    doc: 'Key that signs the inbox links of emails; with another one none that was sent opens any more',
    expected: 'at least 32 characters',
    secret: true,
    parse: (text) => (text.length >= 32 ? Buffer.from(text) : undefined),
    services: ['inbox'],
    optionalFor: ['pipeline'],
  }),
  inboxUrl: variable({
    name: 'INBOX_URL',
    doc: 'Public base of the inbox, which the links in nudges begin with',
    expected: 'an `http` or `https` URL, without a slash at its end',
    parse: (text) => (text.endsWith('/') ? undefined : parseUrl(text, ['http:', 'https:'])),
    services: [],
    optionalFor: ['pipeline', 'simulator'],
  }),
  inboxActionsPerMinutePerLink: variable({
    ...wholeUpTo(1, 100_000),
    name: 'INBOX_ACTIONS_PER_MINUTE_PER_LINK',
    doc: 'What one link of the inbox may do in a minute, such as telling that a message was opened; more is answered 429',
    default: '30',
    services: ['inbox'],
  }),
  inboxActionsPerSecondPerBusiness: variable({
    ...wholeUpTo(1, 100_000),
    name: 'INBOX_ACTIONS_PER_SECOND_PER_BUSINESS',
    doc: 'The same for all links of a business, in a second; ten times as many at once',
    default: '100',
    services: ['inbox'],
  }),
  ...webhookVariables,
  maxRequestsInFlight: variable({
    ...wholeUpTo(1, 100_000),
    name: 'MAX_REQUESTS_IN_FLIGHT',
    doc: 'Requests that one instance works on at a time; further ones are answered 503 at once',
    default: '2000',
    services: ['ingress', 'inbox', 'console', 'callbacks'],
  }),
  maxRequestsInFlightPerBusiness: variable({
    ...wholeUpTo(1, 100_000),
    name: 'MAX_REQUESTS_IN_FLIGHT_PER_BUSINESS',
    doc: 'The same for one business, so that none takes all the room',
    default: '1000',
    services: ['ingress'],
  }),
  maxUnfinishedBodiesPerAddress: variable({
    ...wholeUpTo(1, 10_000),
    name: 'MAX_UNFINISHED_BODIES_PER_ADDRESS',
    doc: 'Bodies of requests that one address may be sending to one instance at a time (10000 from all); beyond, the slowest is given up. Behind a proxy all callers have its address',
    default: '2000',
    services: ['ingress', 'inbox', 'console', 'callbacks'],
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
  creditPrices: variable({
    name: 'CREDIT_PRICES',
    doc: 'Credits that a paid message costs, by country where it is not 1',
    expected: '`AE=3,IN=2`: country codes, each once, and whole numbers up to 9999, commas between them',
    default: '',
    parse: parsePrices,
    services: ['pipeline'],
  }),
  templateReview: variable({
    name: 'TEMPLATE_REVIEW',
    doc: 'How a WhatsApp template stands that the operator has said nothing about',
    expected: oneOf(REVIEWS),
    default: 'in_review',
    parse: (text) => REVIEWS.find((review) => review === text),
    services: ['console', 'pipeline'],
  }),
  ...senderVariables,
  sessionTimeoutMs: variable({
    ...wholeUpTo(1_000, 300_000),
    name: 'SESSION_TIMEOUT_MS',
    doc: 'Silence after which a processor loses its partitions to another',
    default: '10000',
    services: ['pipeline'],
  }),
  ...outsideVariables,
  clock: variable({
    name: 'CLOCK',
    doc: "Time of the product: the system's, or one that the simulator can move; never movable in production",
    expected: oneOf(CLOCKS),
    default: 'system',
    parse: (text) => CLOCKS.find((clock) => clock === text),
    services: WITH_A_CLOCK,
  }),
  drainTimeoutMs: variable({
    ...wholeUpTo(1_000, 600_000),
    name: 'DRAIN_TIMEOUT_MS',
    doc: 'How long a process that is told to end may finish what it has; longer than the 15 s a request may wait, shorter than what the orchestrator grants',
    default: '20000',
    services: LISTENING,
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

function parsePrices(text: string): ReadonlyMap<string, number> | undefined {
  const prices = new Map<string, number>();
  for (const entry of text === '' ? [] : text.split(',')) {
    const [, country, credits] = /^([A-Z]{2})=(\d{1,4})$/.exec(entry.trim()) ?? [];
    if (country === undefined || credits === undefined) return undefined;
    if (!COUNTRIES.includes(country) || prices.has(country)) return undefined;
    prices.set(country, Number(credits));
  }
  return prices;
}
