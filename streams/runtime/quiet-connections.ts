import RequestQueue from 'kafkajs/src/network/requestQueue';

/**
 * After its first answer every connection of kafkajs looks each millisecond, for ever, whether a request waits (its
 * issue 1704). A process that has nothing to do then takes 4 % of a core, and one that has is woken all the time. Here a
 * look is planned while a request waits, which is when it is needed: whoever enqueues one plans it.
 */
export function quietenConnections(): void {
  RequestQueue.prototype.scheduleCheckPendingRequests = planWhileAnyWait;
}

const plan = RequestQueue.prototype.scheduleCheckPendingRequests;

function planWhileAnyWait(this: RequestQueue): void {
  if (this.pending.length > 0) plan.call(this);
}
