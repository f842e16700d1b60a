/** What we use of the inside of kafkajs 2.2.4. */

/** The requests of one connection. */
declare module 'kafkajs/src/network/requestQueue' {
  class RequestQueue {
    constructor(options: object);
    /** Those that wait until a throttle ends, or for a place among those in flight. */
    readonly pending: readonly object[];
    maybeThrottle(forMs: number): void;
    push(request: object): void;
    fulfillRequest(answer: { correlationId: number; payload: Buffer; size: number }): void;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests: () => void;
  }
  export = RequestQueue;
}

declare module 'kafkajs/src/broker' {
  class Broker {
    constructor(options: object);
    /** What it speaks, by its own account; null until it has been asked. */
    readonly versions: object | null;
    isConnected: () => boolean;
    connect(): Promise<void>;
  }
  export = Broker;
}
