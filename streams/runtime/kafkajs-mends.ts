import Broker from 'kafkajs/src/broker';
import RequestQueue from 'kafkajs/src/network/requestQueue';

/** Two faults of kafkajs 2.2.4 that every client of it has, mended in place. */
export function mendKafkajs(): void {
  RequestQueue.prototype.scheduleCheckPendingRequests = planWhileAnyWait;
  Broker.prototype.isConnected = isGreeted;
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

const plan = RequestQueue.prototype.scheduleCheckPendingRequests;
const isConnected = Broker.prototype.isConnected;
