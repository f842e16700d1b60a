import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  /** 0 if there was no response. */
  readonly status: number;
  readonly text: string;
}

/** Longer than the 15 s for which ingress waits for an outcome (IDEM-15): a slower server does not answer at all. */
const READ_TIMEOUT_MS = 20_000;

/**
 * A keep-alive connection with one request at a time, on a bare socket. node:http needs as much CPU for a request as
 * the service under test, and both share the machine.
 */
export class Connection {
  private socket: Socket | undefined;
  private received = '';
  private settle: ((answer: HttpAnswer) => void) | undefined;

  constructor(private readonly port: number) {}

  request(text: string): Promise<HttpAnswer> {
    return new Promise((resolve) => {
      this.settle = resolve;
      this.received = '';
      this.socket ??= this.open();
      this.socket.write(text, 'latin1');
    });
  }

  close(): void {
    this.socket?.destroy();
  }

  private open(): Socket {
    const socket = connect(this.port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.setTimeout(READ_TIMEOUT_MS, () => {
      if (this.settle !== undefined) socket.destroy(new Error(`no answer within ${READ_TIMEOUT_MS} ms`));
    });
    let reason = 'the connection was closed';
    socket.on('data', (chunk: string) => this.receive(chunk));
    socket.on('error', (error) => (reason = error.message));
    socket.on('close', () => {
      this.socket = undefined;
      this.finish({ status: 0, text: reason });
    });
    return socket;
  }

  private receive(chunk: string): void {
    this.received += chunk;
    const headEnd = this.received.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.received)?.[1]);
    if (Number.isNaN(length)) {
      this.socket?.destroy(new Error('a response without Content-Length'));
    } else if (this.received.length >= headEnd + 4 + length) {
      this.finish({ status: Number(this.received.slice(9, 12)), text: this.received.slice(headEnd + 4) });
    }
  }

  private finish(answer: HttpAnswer): void {
    const settle = this.settle;
    this.settle = undefined;
    settle?.(answer);
  }
}
