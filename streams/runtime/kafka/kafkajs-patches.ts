import { version } from 'kafkajs/package.json';
import Broker from 'kafkajs/src/broker';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';
import Connection from 'kafkajs/src/network/connection';
import RequestQueue from 'kafkajs/src/network/requestQueue';
import Encoder from 'kafkajs/src/protocol/encoder';
import { createErrorFromCode } from 'kafkajs/src/protocol/error';
import produce from 'kafkajs/src/protocol/requests/produce';
import { rememberMembership, resumeMembership } from './membership';
import { encodeProduce, isPlain, type ProduceOrder } from './produce-request';

/** The release of kafkajs that the patches below were written for. */
export const PATCHED_VERSION = '2.2.4';

/** Patches faults of kafkajs that every client has (HAZ-9). */
export function patchKafkajs(installed = version): void {
  // In another release the patched functions may have moved, and a patch would fail silently, weeks later.
  if (installed !== PATCHED_VERSION) {
    throw new Error(
      `kafkajs ${installed} is installed, but its patches are for ${PATCHED_VERSION}: install that, or review the patches`,
    );
  }
  RequestQueue.prototype.scheduleCheckPendingRequests = scheduleWhileAnyWait;
  Broker.prototype.isConnected = isGreeted;
  Connection.prototype.send = sendOrDisconnect;
  ConsumerGroup.prototype.joinAndSync = joinAndSync;
  ConsumerGroup.prototype.leave = leave;
  ConsumerGroup.prototype.heartbeat = heartbeat;
  produce.protocol = encodedOnce;
}

/**
 * Issue 1704 of kafkajs: after its first response every connection checks each millisecond, for ever, whether a request
 * waits. That takes 4 % of a core in an idle process, and wakes a busy one all the time. Here a check is scheduled only
 * while a request waits. Enqueueing a request schedules the first check.
 */
function scheduleWhileAnyWait(this: RequestQueue): void {
  if (this.pending.length > 0) schedule.call(this);
}

/**
 * A broker counts as connected before it has answered which API versions it supports, and the question is never
 * repeated. After five seconds of silence, every request to it fails with "Broker not connected" until the process
 * ends. Here it counts as connected only after that answer.
 */
function isGreeted(this: Broker): boolean {
  return this.versions !== null && isConnected.call(this);
}

/**
 * A request that times out is sent again over the same connection. If that connection is dead without having been
 * closed (a host without power, a firewall that forgot it), the operating system gives it up after a quarter of an
 * hour, and a producer writes nothing until then. Here a time-out also closes the connection.
 */
async function sendOrDisconnect(this: Connection, order: object): Promise<unknown> {
  try {
    return await send.call(this, order);
  } catch (error) {
    if ((error as Error).name === 'KafkaJSRequestTimeoutError') this.socket.destroy(error as Error);
    throw error;
  }
}

/**
 * After a crash, such as over a lost broker, kafkajs joins as a new member. The group then waits until the session of
 * the old member, which is the same consumer, expires. Here the consumer joins with the id it had.
 */
async function joinAndSync(this: ConsumerGroup): Promise<void> {
  notJoined.add(this);
  await resumeMembership(this);
  await joinOnce.call(this).finally(() => rememberMembership(this));
  notJoined.delete(this);
}

async function leave(this: ConsumerGroup): Promise<void> {
  await leaveOnce.call(this).finally(() => rememberMembership(this));
}

/**
 * After a failed join kafkajs fetches the old partitions until the process ends or the group changes again. If the
 * group forgot the consumer, it has no member id and sends no heartbeat. If only its assignment was lost, its
 * heartbeats succeed, and no consumer reads those partitions. Here its next heartbeat fails, so it rejoins.
 */
function heartbeat(this: ConsumerGroup, options: { interval: number }): Promise<void> {
  if (notJoined.has(this)) return Promise.reject(createErrorFromCode(REBALANCE_IN_PROGRESS));
  return sendHeartbeat.call(this, options);
}

/** Consumers whose last attempt to join failed or is still under way. */
const notJoined = new WeakSet<ConsumerGroup>();

/**
 * kafkajs encodes a Produce request with an encoder and a buffer for every record and every level above it, and copies
 * the records through eight of them: a tenth of the ledger's CPU. Here the request is measured, then written once.
 */
function encodedOnce(of: { version: number }): ReturnType<typeof protocol> {
  const make = protocol(of);
  if (of.version < FIRST_WITH_RECORD_BATCHES) return make;
  return (order) => {
    const { request, response } = make(order);
    const plain = order as ProduceOrder;
    return { request: isPlain(plain) ? { ...request, encode: () => encoded(plain) } : request, response };
  };
}

function encoded(order: ProduceOrder): Promise<Encoder> {
  const encoder = new Encoder(1);
  encoder.buf = encodeProduce(order, Date.now());
  encoder.offset = encoder.buf.length;
  return Promise.resolve(encoder);
}

const FIRST_WITH_RECORD_BATCHES = 3;
const REBALANCE_IN_PROGRESS = 27;
const protocol = produce.protocol;
const schedule = RequestQueue.prototype.scheduleCheckPendingRequests;
const isConnected = Broker.prototype.isConnected;
const send = Connection.prototype.send;
const joinOnce = ConsumerGroup.prototype.joinAndSync;
const leaveOnce = ConsumerGroup.prototype.leave;
const sendHeartbeat = ConsumerGroup.prototype.heartbeat;
