import type { TLSSocket } from 'node:tls';
import { Client } from 'undici';

/**
 * A connection to an endpoint, with the client that speaks HTTP over it. One request at a time. While it has none, the client sees
 * to it that it does not keep the process from ending.
 */
export class EndpointConnection {
  readonly client: Client;
  /** Where it leads. Asked for once: the socket asks the system each time. */
  readonly address: string | undefined;

  constructor(
    readonly origin: string,
    private readonly socket: TLSSocket,
    onClosed: (connection: EndpointConnection) => void,
  ) {
    this.client = new Client(origin, {
      connect: onceWith(socket),
      maxHeaderSize: MAX_HEADER_BYTES,
      // The caller bounds the whole attempt; these would begin anew with every byte.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
    });
    this.address = socket.remoteAddress;
    socket.once('close', () => onClosed(this));
  }

  get isOpen(): boolean {
    return !this.socket.destroyed && !this.client.destroyed;
  }

  close(): void {
    void this.client.destroy();
    this.socket.destroy();
  }
}

const MAX_HEADER_BYTES = 16_384;
/**
 * For so long a connection is kept without a word of its server about that, well under the five seconds after which many hang
 * up; and at most for so long if it says more.
 */
const IDLE_MS = 2_000;
const MAX_IDLE_MS = 30_000;

/**
 * The client would connect anew where the connection breaks, to an address that nobody checked. It expects its connection
 * later than it asks for it: one that is handed over at once is never used.
 */
function onceWith(socket: TLSSocket): NonNullable<Client.Options['connect']> {
  let isTaken = false;
  return (_options, callback) => {
    const taken = isTaken;
    isTaken = true;
    queueMicrotask(() => {
      if (taken) callback(new Error('the connection was closed'), null);
      else callback(null, socket);
    });
  };
}
