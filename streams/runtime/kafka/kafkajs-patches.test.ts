import Broker from 'kafkajs/src/broker';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';
import RequestQueue from 'kafkajs/src/network/requestQueue';
import { patchKafkajs, PATCHED_VERSION } from './kafkajs-patches';

beforeAll(() => patchKafkajs());
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('another release of kafkajs than the patched one is refused at start, and the error says what to do', () => {
  expect(() => patchKafkajs('2.3.0')).toThrow(
    `kafkajs 2.3.0 is installed, but its patches are for ${PATCHED_VERSION}: install that, or review the patches`,
  );
});

test('a broker counts as connected only when it has answered which API versions it supports (HAZ-9)', async () => {
  const answers = [Promise.reject(new Error('timed out')), Promise.resolve({ apiVersions: [] })];
  const broker = aBroker(() => answers.shift());
  await expect(broker.connect()).rejects.toThrow('timed out');
  expect(broker.isConnected()).toBe(false);
  await broker.connect();
  expect([broker.isConnected(), answers]).toEqual([true, []]);
});

test('the next heartbeat of a consumer that could not join its group makes it rejoin (HAZ-9)', async () => {
  const loading = Object.assign(new Error('loading'), { retriable: true });
  const cluster = { findGroupCoordinator: () => Promise.reject(loading) };
  const group = new ConsumerGroup({ logger, cluster });
  await expect(group.joinAndSync()).rejects.toBe(loading);
  await expect(group.heartbeat({ interval: 0 })).rejects.toMatchObject({ type: 'REBALANCE_IN_PROGRESS' });
});

test('a connection without waiting requests schedules no check for them', () => {
  const { queue } = aConnection();
  queue.checkPendingRequests();
  expect(jest.getTimerCount()).toBe(0);
});

test('a throttled request leaves when the throttle ends, and then no more checks are scheduled', () => {
  const { queue, sent, aRequest } = aConnection();
  queue.maybeThrottle(1_000);
  queue.push(aRequest(1));
  jest.advanceTimersByTime(990);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(20);
  expect(sent).toEqual([1]);
  expect(jest.getTimerCount()).toBe(0);
});

test('a request that waits for a free place in flight leaves as soon as there is one', () => {
  const { queue, sent, aRequest, answer } = aConnection({ maxInFlightRequests: 1 });
  queue.push(aRequest(1));
  queue.push(aRequest(2));
  expect(sent).toEqual([1]);
  answer(1);
  expect(sent).toEqual([1, 2]);
});

const nothing = () => undefined;
const logger = { namespace: () => logger, debug: nothing, info: nothing, warn: nothing, error: nothing };

function aBroker(send: () => unknown): Broker {
  const connection = { getSupportAuthenticationProtocol: () => true, authenticate: nothing };
  const connectionPool = {
    isConnected: () => true,
    getConnection: () => connection,
    setVersions: nothing,
    connectionTimeout: 1_000,
    send,
  };
  return new Broker({ connectionPool, logger });
}

function aConnection(limits: object = {}) {
  const queue = new RequestQueue({
    maxInFlightRequests: null,
    requestTimeout: 1_000,
    enforceRequestTimeout: false,
    clientId: 'test',
    broker: 'broker:9092',
    logger,
    isConnected: () => true,
    ...limits,
  });
  const sent: number[] = [];
  const aRequest = (correlationId: number) => ({
    entry: { correlationId, resolve: nothing, reject: nothing },
    expectResponse: true,
    sendRequest: () => sent.push(correlationId),
  });
  const answer = (correlationId: number) =>
    queue.fulfillRequest({ correlationId, payload: Buffer.alloc(0), size: 0 });
  return { queue, sent, aRequest, answer };
}
