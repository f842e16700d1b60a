/** What we use of the inside of kafkajs 2.2.4. */

/** The requests of one connection. */
declare module 'kafkajs/package.json' {
  export const version: string;
}

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
    /** What it speaks, by its own account; null until it has been asked. */
    readonly versions: object | null;
    isConnected: () => boolean;
    connect(): Promise<void>;
  }
  export = Broker;
}

/** A member of a group, as its consumer has it. */
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
    /** Null while it is no member. */
    memberId: string | null;
    readonly cluster: { findGroupCoordinator(of: { groupId: string }): Promise<Coordinator> };
    readonly retrier: <Value>(attempt: () => Promise<Value>) => Promise<Value>;
    readonly logger: { warn(message: string, fields: object): void };
    joinAndSync: () => Promise<void>;
    leave: () => Promise<void>;
    /** Sent if so long has passed since the last one. */
    heartbeat: (options: { interval: number }) => Promise<void>;
  }
  export = ConsumerGroup;
}

declare module 'kafkajs/src/protocol/error' {
  export function createErrorFromCode(code: number): Error;
}

/** How a Produce request of a version is made and its answer read. */
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
    /** What was written. */
    readonly buffer: Buffer;
  }
  export = Encoder;
}

declare module 'kafkajs/src/protocol/recordBatch/crc32C' {
  function crc32c(bytes: Buffer): number;
  export = crc32c;
}
