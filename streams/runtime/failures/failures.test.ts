import { classifyFailure, isRefusedByBroker, RegistryAway, setbackOf } from './failures';

const withCode = (code: string): Error => Object.assign(new Error('refused'), { code });

test.each([
  ['a lost connection', '08006'],
  ['too many connections', '53300'],
  ['a shutdown', '57P01'],
  ['a statement time-out', '57014'],
  ['a transaction that was idle for too long', '25P03'],
  ['a lock time-out', '55P03'],
  ['a lost grant', '42501'],
  ['a missing table', '42P01'],
  ['a missing column', '42703'],
  ['a prepared statement that is gone', '26000'],
  ['a prepared statement of a table that has changed', '0A000'],
  ['an internal error', 'XX000'],
  ['a deadlock', '40P01'],
  ['a read-only server', '25006'],
  ['a password that has changed', '28P01'],
  ['a role without the right to log in', '28000'],
  ['a database that is being restored', '3D000'],
  ['a disk that cannot be read', '58030'],
  ['a refused socket', 'ECONNREFUSED'],
  ['a broken pipe, which looks like a SQLSTATE', 'EPIPE'],
  ['an aborted connection', 'ECONNABORTED'],
  ['a host that is down', 'EHOSTDOWN'],
  ['a network that is down', 'ENETDOWN'],
  ['a network out of reach', 'ENETUNREACH'],
])('%s says nothing about the command', (_what, code) => {
  expect(classifyFailure(withCode(code))).toBe('outage');
});

test.each([
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Broker not connected',
])('"%s", as pg or kafkajs report it without a code, is an outage', (message) => {
  expect(classifyFailure(new Error(message))).toBe('outage');
});

test.each(['22021', '22P05'])("a text that UTF-8 cannot encode (%s) is the command's own fault", (code) => {
  expect(classifyFailure(withCode(code))).toBe('unstorable');
});

test.each(['23505', '23514', '22001', '54000', 'P0001'])('SQLSTATE %s is a defect', (code) => {
  expect(classifyFailure(withCode(code))).toBe('defect');
});

describe('an outage (HAZ-23)', () => {
  test.each(['57014', '25P03', '25P04', '55P03'])("may be the command's own fault: %s", (code) => {
    expect(setbackOf(withCode(code))).toBe('cut_off');
  });

  test("may be the command's own fault if a statement gets no answer", () => {
    expect(setbackOf(new Error('Query read timeout'))).toBe('cut_off');
  });

  test.each(['42501', '42P01', '26000', '0A000', 'XX001', '3F000'])(
    'may be a refusal of any command by a database that answers: %s',
    (code) => {
      expect(setbackOf(withCode(code))).toBe('refused');
    },
  );

  test.each(['08006', '57P01', '53300', '40P01', '25006', 'ECONNRESET'])(
    'may leave open whether a COMMIT happened: %s',
    (code) => {
      expect(setbackOf(withCode(code))).toBe('away');
    },
  );
});

test('a schema that cannot be looked up says nothing about the record', () => {
  expect(classifyFailure(new RegistryAway(new Error('ECONNREFUSED')))).toBe('outage');
});

test('an exception of our own code is a defect', () => {
  expect(classifyFailure(new TypeError('x is undefined'))).toBe('defect');
});

describe('an error that kafkajs calls final', () => {
  const said = (type: string): Error =>
    Object.assign(new Error(type), { name: 'KafkaJSProtocolError', type });
  const named = (name: string): Error => Object.assign(new Error('it says no'), { name });
  /** How kafkajs wraps an error that it does not retry. */
  const wrapped = (cause: Error): Error =>
    Object.assign(new Error(cause.message, { cause }), { name: 'KafkaJSNonRetriableError' });

  test.each([
    said('GROUP_AUTHORIZATION_FAILED'),
    said('TOPIC_AUTHORIZATION_FAILED'),
    said('SASL_AUTHENTICATION_FAILED'),
    said('UNSUPPORTED_VERSION'),
    said('INVALID_SESSION_TIMEOUT'),
    named('KafkaJSSASLAuthenticationError'),
    named('KafkaJSServerDoesNotSupportApiKey'),
  ])('is a refusal if the broker refuses: %s', (error) => {
    expect([isRefusedByBroker(error), isRefusedByBroker(wrapped(error))]).toEqual([true, true]);
  });

  test.each([
    named('KafkaJSGroupCoordinatorNotFound'),
    named('KafkaJSLockTimeout'),
    said('UNKNOWN'),
    said('UNKNOWN_MEMBER_ID'),
    new Error('Broker not connected'),
    new TypeError("Cannot read properties of undefined (reading 'connect')"),
  ])('passes in all other cases: %s', (error) => {
    expect([isRefusedByBroker(error), isRefusedByBroker(wrapped(error))]).toEqual([false, false]);
  });
});
