import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig, renderVariables } from './config';
import type { Variable } from './variable';
import { outsideVariables } from './outside-variables';
import { senderVariables } from './sender-variables';

const SECRET = 'a secret that must not be shown to anybody';
const complete = {
  KAFKA_BROKERS: 'one:9092, two:9092',
  SCHEMA_REGISTRY_URL: 'http://127.0.0.1:8081/apis/ccompat/v7',
  DATABASE_URL: 'postgres://someone:password@127.0.0.1/nudgeline',
  REDIS_URL: 'redis://127.0.0.1:6379',
  HASH_SECRET: SECRET,
  LINK_SECRET: SECRET,
  INBOX_URL: 'https://updates.example.com',
  OPERATOR_TOKEN: 'twenty-characters-or-more',
  WEBHOOK_SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};

describe('configuration', () => {
  it('gives each service its own settings, with defaults', () => {
    const config = loadConfig('ingress', { ...complete, INGRESS_PORT: '0', LOG_LEVEL: '' });
    expect(config).toMatchObject({
      kafkaBrokers: ['one:9092', 'two:9092'],
      ingressPort: 0,
      bindAddress: '127.0.0.1',
      partitions: 48,
      logLevel: 'info',
      nodeEnv: 'production',
      hashSecret: Buffer.from(SECRET),
    });
    expect(config).not.toHaveProperty('operatorToken');
  });

  it('names every wrong and every missing variable at once', () => {
    const wrong = {
      ...complete,
      DATABASE_URL: undefined,
      OPERATOR_TOKEN: '',
      CONSOLE_PORT: '70000',
      PARTITIONS: '4.5',
    };
    const message = messageOf(() => loadConfig('console', wrong));
    expect(message).toContain('DATABASE_URL is missing: a `postgres` URL');
    expect(message).toContain('OPERATOR_TOKEN is missing: at least 20 characters, no spaces');
    expect(message).toContain('CONSOLE_PORT: "70000" is not a port');
    expect(message).toContain('PARTITIONS: "4.5" is not a whole number from 1 to 1000');
    expect(message.split('\n')).toHaveLength(5);
  });

  it('never repeats a secret', () => {
    const wrong = {
      ...complete,
      OPERATOR_TOKEN: 'short',
      DATABASE_URL: 'mysql://root:password@db',
      HASH_SECRET: 'brief',
    };
    const message = messageOf(() => loadConfig('console', wrong));
    expect(message).toContain('OPERATOR_TOKEN: its value is not at least 20 characters, no spaces');
    expect(message).not.toMatch(/short|password|brief/);
  });

  it('asks a service only for what it uses', () => {
    const { REDIS_URL, OPERATOR_TOKEN, ...rest } = complete;
    expect(loadConfig('pipeline', rest).sessionTimeoutMs).toBe(10_000);
  });

  it('connects to the brokers without TLS by default', () => {
    expect(loadConfig('setup', complete)).toMatchObject({ kafkaTls: false, kafkaLogin: null });
    const guarded = { ...complete, KAFKA_TLS: 'on', KAFKA_LOGIN: 'scram-sha-512:ada:a:b' };
    const kafkaLogin = { mechanism: 'scram-sha-512', username: 'ada', password: 'a:b' };
    expect(loadConfig('setup', guarded)).toMatchObject({ kafkaTls: true, kafkaLogin });
  });

  it.each(['ada:password', 'md5:ada:password', 'plain:ada:', 'plain::password'])(
    'refuses the login %s and does not repeat it',
    (login) => {
      const message = messageOf(() => loadConfig('setup', { ...complete, KAFKA_LOGIN: login }));
      expect(message).toContain(
        'KAFKA_LOGIN: its value is not `mechanism:user:password`, the mechanism one of',
      );
      expect(message).not.toContain('ada');
    },
  );

  it.each(['https://updates.example.com/', 'ftp://updates.example.com', 'updates.example.com'])(
    'refuses %s as the base of links',
    (url) => {
      const message = messageOf(() => loadConfig('pipeline', { ...complete, INBOX_URL: url }));
      expect(message).toContain(`INBOX_URL: "${url}" is not an \`http\` or \`https\` URL, without a slash`);
    },
  );

  it.each(['UK=2', 'DE=2,DE=3', 'DE=10000', 'DE=-1', 'de=2'])('refuses %s as prices', (prices) => {
    const message = messageOf(() => loadConfig('pipeline', { ...complete, CREDIT_PRICES: prices }));
    expect(message).toContain(`CREDIT_PRICES: "${prices}" is not \`AE=3,IN=2\``);
  });

  it('can be printed as a table', () => {
    const table = renderVariables();
    expect(table).toContain(
      '| `INGRESS_PORT` | Port of the merchant API | a port; 0 takes any free one | `8080` | ingress |',
    );
    expect(table).toContain(
      '| `OPERATOR_TOKEN` | Bearer token of the operator API. Operators sign in to the console with it | at least 20 characters, no spaces | required | console |',
    );
  });
});

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

test('docs/operations.md has the table of the variables', () => {
  const documented = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'operations.md'), 'utf8');
  expect(documented).toContain(renderVariables());
});

test('docker-compose.yml passes on the variables of senders and callbacks', () => {
  const compose = readFileSync(join(__dirname, '..', '..', '..', 'docker-compose.yml'), 'utf8');
  const names = Object.values<Variable>({ ...senderVariables, ...outsideVariables })
    .filter(({ services, optionalFor = [] }) =>
      [...services, ...optionalFor].some((service) => service === 'pipeline' || service === 'callbacks'),
    )
    .map(({ name }) => name);
  expect(names).toContain('SMS_SENDER');
  expect(names.filter((name) => !compose.includes(` ${name}: \${${name}:-`))).toEqual([]);
});

test('docker-compose.yml lets the broker delete no schema from the topic in which the registry keeps them', () => {
  const compose = readFileSync(join(__dirname, '..', '..', '..', 'docker-compose.yml'), 'utf8');
  expect(compose).toContain('APICURIO_STORAGE_KIND: kafkasql');
  expect(compose).toMatch(/^ {6}KAFKA_LOG_RETENTION_MS: -1$/m);
});
