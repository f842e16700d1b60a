import { COUNTRIES } from '../countries';
import { EVERY_SERVICE, oneOf, parseUrl, port, variable, wholeUpTo } from './variable';
import { kafkaVariables, ON_THE_LOG } from './kafka-variables';
import { outsideVariables } from './outside-variables';
import { webhookVariables } from './webhook-variables';
import { senderVariables } from './sender-variables';

const ON_THE_DATABASE = [...ON_THE_LOG, 'simulator'] as const;
const LISTENING = ['ingress', 'inbox', 'console', 'callbacks', 'simulator', 'pipeline'] as const;
/** The simulator is left out, because it always follows the clock that it can move. */
const WITH_A_CLOCK = ['ingress', 'inbox', 'console', 'callbacks', 'pipeline'] as const;
const CLOCKS = ['system', 'movable'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const REVIEWS = ['approved', 'in_review', 'rejected'] as const;
const ENVIRONMENTS = ['production', 'development', 'test'] as const;

/** All variables of the environment except those of the single providers, each with its limits and its users. */
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
    doc: 'Redis: leases of idempotency keys, look-ups, rates, and the replies of the ledger. Without it everything works, but slower',
    expected: 'a `redis` or `rediss` URL',
    secret: true,
    parse: (text) => parseUrl(text, ['redis:', 'rediss:']),
    services: ['ingress', 'inbox', 'console'],
    optionalFor: ['pipeline'],
  }),
  redisTimeoutMs: variable({
    ...wholeUpTo(10, 10_000),
    name: 'REDIS_TIMEOUT_MS',
    doc: 'How long a request waits for Redis before it goes on without it',
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
    doc: 'Port of the callbacks that providers report to',
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
    doc: 'Port of the health checks and metrics of the processors',
    default: '8085',
    services: ['pipeline'],
  }),
  operatorToken: variable({
    name: 'OPERATOR_TOKEN',
    doc: 'Bearer token of the operator API. Operators sign in to the console with it',
    expected: 'at least 20 characters, no spaces',
    secret: true,
    parse: (text) => (/^\S{20,}$/.test(text) ? text : undefined),
    services: ['console'],
  }),
  consoleProxies: variable({
    ...wholeUpTo(0, 10),
    name: 'CONSOLE_PROXIES',
    doc: 'Number of proxies in front of the console that each add to `X-Forwarded-For`. With 0 the header is ignored, and all callers behind one proxy share its attempts to sign in',
    default: '0',
    services: ['console'],
  }),
  hashSecret: variable({
    name: 'HASH_SECRET',
    doc: 'Key of the hashes of idempotency keys, request bodies and erased people. All instances need the same',
    expected: 'at least 32 characters',
    secret: true,
    parse: (text) => (text.length >= 32 ? Buffer.from(text) : undefined),
    services: ['ingress', 'console', 'callbacks', 'pipeline'],
  }),
  linkSecret: variable({
    name: 'LINK_SECRET',
    doc: 'Key that signs the inbox links of emails. If it changes, no link that was sent before opens',
    expected: 'at least 32 characters',
    secret: true,
    parse: (text) => (text.length >= 32 ? Buffer.from(text) : undefined),
    services: ['inbox'],
    optionalFor: ['pipeline'],
  }),
  inboxUrl: variable({
    name: 'INBOX_URL',
    doc: 'Public base URL of the inbox, with which the links in nudges begin',
    expected: 'an `http` or `https` URL, without a slash at its end',
    parse: (text) => (text.endsWith('/') ? undefined : parseUrl(text, ['http:', 'https:'])),
    services: [],
    optionalFor: ['pipeline', 'simulator'],
  }),
  inboxActionsPerMinutePerLink: variable({
    ...wholeUpTo(1, 100_000),
    name: 'INBOX_ACTIONS_PER_MINUTE_PER_LINK',
    doc: 'Actions a minute for one inbox link, such as reporting that a message was opened. Further ones are answered 429',
    default: '30',
    services: ['inbox'],
  }),
  inboxActionsPerSecondPerBusiness: variable({
    ...wholeUpTo(1, 100_000),
    name: 'INBOX_ACTIONS_PER_SECOND_PER_BUSINESS',
    doc: 'Actions a second for all inbox links of a business, with a burst of ten times as many',
    default: '100',
    services: ['inbox'],
  }),
  ...webhookVariables,
  maxRequestsInFlight: variable({
    ...wholeUpTo(1, 100_000),
    name: 'MAX_REQUESTS_IN_FLIGHT',
    doc: 'Requests that one instance works on at a time. Further ones are answered 503 at once',
    default: '2000',
    services: ['ingress', 'inbox', 'console', 'callbacks'],
  }),
  maxRequestsInFlightPerBusiness: variable({
    ...wholeUpTo(1, 100_000),
    name: 'MAX_REQUESTS_IN_FLIGHT_PER_BUSINESS',
    doc: 'The same limit for one business, so that no business takes all the room',
    default: '1000',
    services: ['ingress'],
  }),
  maxUnfinishedBodiesPerAddress: variable({
    ...wholeUpTo(1, 10_000),
    name: 'MAX_UNFINISHED_BODIES_PER_ADDRESS',
    doc: 'Request bodies that one address may send to one instance at a time (10000 from all addresses). Beyond the limit the slowest is given up. Behind a proxy all callers have the address of the proxy',
    default: '2000',
    services: ['ingress', 'inbox', 'console', 'callbacks'],
  }),
  claimLeaseMs: variable({
    ...wholeUpTo(1_000, 600_000),
    name: 'CLAIM_LEASE_MS',
    doc: 'How long the lease of an idempotency key outlives a crashed instance. Must be longer than a request may take',
    default: '20000',
    services: ['ingress'],
  }),
  requestTimeoutMs: variable({
    ...wholeUpTo(100, 600_000),
    name: 'REQUEST_TIMEOUT_MS',
    doc: 'Time in which a whole request has to arrive',
    default: '30000',
    services: ['ingress'],
  }),
  partitions: variable({
    ...wholeUpTo(1, 1_000),
    name: 'PARTITIONS',
    doc: 'Partitions of each topic, fixed by the first setup',
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
    doc: 'Credits that a paid message costs, for countries where that is not 1',
    expected: '`AE=3,IN=2`: country codes, each once, and whole numbers up to 9999, commas between them',
    default: '',
    parse: parsePrices,
    services: ['pipeline'],
  }),
  templateReview: variable({
    name: 'TEMPLATE_REVIEW',
    doc: 'Review state of a WhatsApp template for which the operator has set none',
    expected: oneOf(REVIEWS),
    default: 'in_review',
    parse: (text) => REVIEWS.find((review) => review === text),
    services: ['console', 'pipeline'],
  }),
  ...senderVariables,
  sessionTimeoutMs: variable({
    ...wholeUpTo(1_000, 300_000),
    name: 'SESSION_TIMEOUT_MS',
    doc: 'Silence after which the consumer group gives the partitions of a processor to another',
    default: '10000',
    services: ['pipeline'],
  }),
  ...outsideVariables,
  clock: variable({
    name: 'CLOCK',
    doc: 'Time of the product: that of the system, or one that the simulator can move. Never movable in production',
    expected: oneOf(CLOCKS),
    default: 'system',
    parse: (text) => CLOCKS.find((clock) => clock === text),
    services: WITH_A_CLOCK,
  }),
  drainTimeoutMs: variable({
    ...wholeUpTo(1_000, 600_000),
    name: 'DRAIN_TIMEOUT_MS',
    doc: 'How long a process may finish its work after SIGTERM. Must be longer than the 15 s that a request may wait, and shorter than the grace period of the orchestrator',
    default: '20000',
    services: LISTENING,
  }),
  logLevel: variable({
    name: 'LOG_LEVEL',
    doc: 'Lowest level that is logged',
    expected: oneOf(LOG_LEVELS),
    default: 'info',
    parse: (text) => LOG_LEVELS.find((level) => level === text),
    services: EVERY_SERVICE,
  }),
  nodeEnv: variable({
    name: 'NODE_ENV',
    doc: 'Where this runs. If unset, it counts as production, so that no check is relaxed by accident',
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
