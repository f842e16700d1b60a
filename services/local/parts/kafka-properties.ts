/** The settings in which the brokers of `npm start`, of tests and of benchmarks differ. */
export interface BrokerSettings {
  readonly port: number;
  readonly controllerPort: number;
  readonly logFolder: string;
  /** How often the broker deletes records past their retention. */
  readonly retentionCheckMs?: number;
  /** A broker without a heartbeat for this long, as on a stalled machine, loses its partitions for a moment. */
  readonly sessionTimeoutMs?: number;
  /** Set last, so they override the properties in this file. */
  readonly extraProperties?: Readonly<Record<string, string | number>>;
}

/**
 * A killed broker can register again only after its old session has expired: with 9 s, a start after kill -9 took 14 s.
 */
const BACK_SOON_MS = 3_000;
const mebibyte = 1024 * 1024;
const yearInMinutes = 365 * 24 * 60;
const longestMs = 2 ** 31 - 1;

export function kafkaProperties(settings: BrokerSettings): string {
  const { port, controllerPort, logFolder, extraProperties = {} } = settings;
  const properties = {
    'node.id': 1,
    'process.roles': 'broker,controller',
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: `BROKER://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `BROKER://127.0.0.1:${port}`,
    'listener.security.protocol.map': 'BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'BROKER',
    'log.dirs': logFolder,
    ...singleNode,
    ...kept,
    'log.retention.check.interval.ms': settings.retentionCheckMs ?? 60_000,
    'broker.session.timeout.ms': settings.sessionTimeoutMs ?? BACK_SOON_MS,
    ...extraProperties,
  };
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** Kafka's defaults assume three brokers, large disks and consumer groups whose members join one after the other. */
const singleNode = {
  'offsets.topic.replication.factor': 1,
  'offsets.topic.num.partitions': 4,
  'transaction.state.log.replication.factor': 1,
  'transaction.state.log.min.isr': 1,
  'transaction.state.log.num.partitions': 4,
  'share.coordinator.state.topic.replication.factor': 1,
  'share.coordinator.state.topic.min.isr': 1,
  'broker.heartbeat.interval.ms': 500,
  'group.initial.rebalance.delay.ms': 0,
  'group.min.session.timeout.ms': 1_000,
  'log.cleaner.dedupe.buffer.size': 4 * mebibyte,
  'log.index.size.max.bytes': mebibyte,
  'log.segment.bytes': 64 * mebibyte,
};

const kept = {
  // An undeclared topic is a misspelt one.
  'auto.create.topics.enable': false,
  // The largest batch that a merchant may push, plus what the log adds.
  'message.max.bytes': 16 * mebibyte,
  'replica.fetch.max.bytes': 16 * mebibyte,
  // After a laptop was closed for a month, a consumer must not start over and a fenced producer must stay fenced.
  'offsets.retention.minutes': yearInMinutes,
  // The broker accepts at most 31 bits here, some 25 days.
  'transactional.id.expiration.ms': longestMs,
};

/** Logs warnings, and the one line that says that the broker has started. */
export const kafkaLogging = `
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d{ISO8601} %p %m (%c)%n
rootLogger.level = WARN
rootLogger.appenderRef.console.ref = console
logger.server.name = kafka.server.KafkaRaftServer
logger.server.level = INFO
`;
