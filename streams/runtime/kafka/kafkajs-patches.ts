import { version } from 'kafkajs/package.json';
import Broker from 'kafkajs/src/broker';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup';
import Connection from 'kafkajs/src/network/connection';
import RequestQueue from 'kafkajs/src/network/requestQueue';
import Encoder from 'kafkajs/src/protocol/encoder';
import { createErrorFromCode } from 'kafkajs/src/protocol/error';
import produce from 'kafkajs/src/protocol/requests/produce';
import { rememberMembership, takeUpMembership } from './membership';
import { encodeProduce, isPlain, type ProduceOrder } from './produce-request';

/** The release that the mends below were written for. */
export const MENDED_VERSION = '2.2.4';

/** Faults of kafkajs that every client of it has, mended in place. */
export function mendKafkajs(installed = version): void {
  // Another release may have moved what is replaced here: it would fail in silence, weeks later.
  if (installed !== MENDED_VERSION) {
    throw new Error(
      `kafkajs ${installed} is installed, and its mends are for ${MENDED_VERSION}: install that, or review the mends`,
    );
  }
  RequestQueue.prototype.scheduleCheckPendingRequests = planWhileAnyWait;
  Broker.prototype.isConnected = isGreeted;
  Connection.prototype.send = sendOrGiveUp;
  ConsumerGroup.prototype.joinAndSync = joinAndSync;
  ConsumerGroup.prototype.leave = leave;
  ConsumerGroup.prototype.heartbeat = heartbeat;
  produce.protocol = writtenOnce;
}

/**
 * After its first answer every connection looks each millisecond, for ever, whether a request waits (issue 1704 of
 * kafkajs). A process that has nothing to do then takes 4 % of a core, and one that has is woken all the time. Here a look
 * is planned while a request waits, which is when it is needed: whoever enqueues one plans it.
 */
function planWhileAnyWait(this: RequestQueue): void {
  if (this.pending.length > 0) plan.call(this);
}

/**
 * A broker counts as connected before it has said what it speaks, and nobody asks it again. One that keeps silent then, for
 * five seconds, cannot be spoken to until the process ends: every request fails with "Broker not connected".
 */
function isGreeted(this: Broker): boolean {
  return this.versions !== null && isConnected.call(this);
}

/**
 * A request that was not answered in time is sent again over the same connection. If that is dead and nobody has closed it,
 * as after a host that lost its power or a firewall that forgot it, this goes on until the system gives it up, which takes
 * it a quarter of an hour: a producer writes nothing meanwhile. Here the connection is given up with the request.
 */
async function sendOrGiveUp(this: Connection, order: object): Promise<unknown> {
  try {
    return await send.call(this, order);
  } catch (error) {
    if ((error as Error).name === 'KafkaJSRequestTimeoutError') this.socket.destroy(error as Error);
    throw error;
  }
}

/**
 * A consumer that could not join its group, over what passes, goes on to fetch what it had before. If the group had forgotten
 * it, it has no id any more and sends no heartbeat that would tell it. If only the answer was lost that says what it has been given, its
 * heartbeats are in order, and what it was given nobody reads. Either lasts until the process ends, or the group changes again. Here
 * it hears at its next heartbeat that it is to join.
 *
 * And a consumer that crashed over a lost broker joins as a new member, so that its group waits for the old one, which is itself,
 * until that session has run out. Here it joins with the id it had.
 */
async function joinAndSync(this: ConsumerGroup): Promise<void> {
  outside.add(this);
  await takeUpMembership(this);
  await joinOnce.call(this).finally(() => rememberMembership(this));
  outside.delete(this);
}

async function leave(this: ConsumerGroup): Promise<void> {
  await leaveOnce.call(this).finally(() => rememberMembership(this));
}

function heartbeat(this: ConsumerGroup, options: { interval: number }): Promise<void> {
  if (outside.has(this)) return Promise.reject(createErrorFromCode(REBALANCE_IN_PROGRESS));
  return sendHeartbeat.call(this, options);
}

/** Those whose last attempt to join has not come to its end. */
const outside = new WeakSet<ConsumerGroup>();

/**
 * To produce, kafkajs makes an encoder with a buffer for every record and every level above it, and copies the records
 * through eight of them: a tenth of what the ledger did. Here the request is measured and then written once.
 */
function writtenOnce(of: { version: number }): ReturnType<typeof protocol> {
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
const plan = RequestQueue.prototype.scheduleCheckPendingRequests;
const isConnected = Broker.prototype.isConnected;
const send = Connection.prototype.send;
const joinOnce = ConsumerGroup.prototype.joinAndSync;
const leaveOnce = ConsumerGroup.prototype.leave;
const sendHeartbeat = ConsumerGroup.prototype.heartbeat;
