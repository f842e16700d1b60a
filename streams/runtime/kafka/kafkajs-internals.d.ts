/** The internals of kafkajs 2.2.4 that `kafkajs-patches.ts` replaces. kafkajs has no types for them. */

declare module 'kafkajs/package.json' {
  export const version: string;
}

/** The requests of one connection. */
declare module 'kafkajs/src/network/requestQueue' {
  class RequestQueue {
    constructor(options: object);
    /** Requests that wait for the end of a throttle, or for a free place in flight. */
    readonly pending: readonly object[];
    maybeThrottle(forMs: number): void;
    push(request: object): void;
    fulfillRequest(answer: { correlationId: number; payload: Buffer; size: number }): void;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests: () => void;
  }
  export = RequestQueue;
}

declare module 'kafkajs/src/network/connection' {
  import type { Socket } from 'node:net';

  class Connection {
    constructor(options: object);
    readonly socket: Socket;
    /** Resolves with the answer. */
    send: (order: object) => Promise<unknown>;
  }
  export = Connection;
}

declare module 'kafkajs/src/broker' {
  class Broker {
    constructor(options: object);
    /** The API versions that the broker supports; null until it has answered the question for them. */
    readonly versions: object | null;
    isConnected: () => boolean;
    connect(): Promise<void>;
  }
  export = Broker;
}

/** A consumer's view of its own group membership. */
declare module 'kafkajs/src/consumer/consumerGroup' {
  import type { GroupDescriptions } from 'kafkajs';

  interface Coordinator {
    readonly connectionPool: { readonly clientId: string };
    describeGroups(of: { groupIds: readonly string[] }): Promise<GroupDescriptions>;
    leaveGroup(of: { groupId: string; memberId: string }): Promise<unknown>;
  }
  class ConsumerGroup {
    constructor(options: object);
    readonly groupId: string;
    /** Null while the consumer is not a member. */
    memberId: string | null;
    readonly cluster: { findGroupCoordinator(of: { groupId: string }): Promise<Coordinator> };
    readonly retrier: <Value>(attempt: () => Promise<Value>) => Promise<Value>;
    readonly logger: { warn(message: string, fields: object): void };
    joinAndSync: () => Promise<void>;
    leave: () => Promise<void>;
    /** Sends a heartbeat if `interval` ms have passed since the last one. */
    heartbeat: (options: { interval: number }) => Promise<void>;
  }
  export = ConsumerGroup;
}

declare module 'kafkajs/src/protocol/error' {
  export function createErrorFromCode(code: number): Error;
}

/** Encodes the Produce request of a version and decodes its response. */
declare module 'kafkajs/src/protocol/requests/produce' {
  import type Encoder from 'kafkajs/src/protocol/encoder';

  interface Request {
    readonly apiVersion: number;
    readonly encode: () => Promise<Encoder>;
  }
  const produce: {
    protocol: (of: { version: number }) => (order: object) => { request: Request; response: object };
  };
  export = produce;
}

declare module 'kafkajs/src/protocol/encoder' {
  class Encoder {
    constructor(initialSize?: number);
    buf: Buffer;
    offset: number;
    /** The bytes written so far. */
    readonly buffer: Buffer;
  }
  export = Encoder;
}

declare module 'kafkajs/src/protocol/recordBatch/crc32C' {
  function crc32c(bytes: Buffer): number;
  export = crc32c;
}
