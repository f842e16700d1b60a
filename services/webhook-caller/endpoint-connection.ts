import type { TLSSocket } from 'node:tls';
import { Client } from 'undici';

/**
 * A connection to an endpoint, with the client that speaks HTTP over it, one request at a time. The client unrefs an
 * idle connection, so it does not keep the process from ending.
 */
export class EndpointConnection {
  readonly client: Client;
  /** The remote address. It is read once, because each read of the socket's property is a system call. */
  readonly address: string | undefined;

  constructor(
    readonly origin: string,
    private readonly socket: TLSSocket,
    onClosed: (connection: EndpointConnection) => void,
  ) {
    this.client = new Client(origin, {
      connect: onceWith(socket),
      maxHeaderSize: MAX_HEADER_BYTES,
      // The caller limits the whole attempt. These time-outs would start again with every byte.
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
/** How long an idle connection is kept if its server names no keep-alive time. Many servers hang up after 5 s. */
const IDLE_MS = 2_000;
/** The longest keep-alive time of a server that is respected. */
const MAX_IDLE_MS = 30_000;

/**
 * Gives the client its socket once and then refuses: after a break the client would reconnect by itself, to an address
 * that nobody checked. The callback runs in a microtask, because undici never uses a socket that it gets synchronously.
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
