import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { CallFailure, CallOutcome } from '../../streams/webhook-dispatcher/classify';
import { prepareAttempt, type PreparedAttempt } from '../../streams/webhook-dispatcher/prepare';
import {
  HOST,
  newIdentity,
  startBareReceiver,
  startReceiver,
  type Identity,
  type Receiver,
} from './receiver-server.fixture';
import { createWebhookCaller, type WebhookCaller, type WebhookCallerOptions } from './webhook-caller';

export const SECRET = 'whsec_c2VjcmV0';

/** The receivers of one test file, and callers for them. */
export class Receivers {
  private readonly started: Receiver[] = [];

  private constructor(readonly identity: Identity) {}

  static async open(): Promise<Receivers> {
    return new Receivers(await newIdentity());
  }

  async start(answer: (connection: TLSSocket) => void, identity = this.identity): Promise<Receiver> {
    return this.keep(await startReceiver(identity, answer));
  }

  async startBare(accept: (connection: Socket) => void): Promise<Receiver> {
    return this.keep(await startBareReceiver(accept));
  }

  /** Receivers listen on this machine, so they are on the list of allowed hosts. */
  callerFor({ port }: Receiver, options: Partial<WebhookCallerOptions> = {}): WebhookCaller {
    return createWebhookCaller({
      allowedHosts: [`${HOST}:${String(port)}`, `127.0.0.1:${String(port)}`],
      lookup: () => Promise.resolve(['127.0.0.1']),
      ca: () => this.identity.cert,
      ...options,
    });
  }

  async outcomeAt(receiver: Receiver, options: Partial<WebhookCallerOptions> = {}): Promise<CallOutcome> {
    return this.callerFor(receiver, options).call(attemptAt(receiver));
  }

  async close(): Promise<void> {
    await Promise.all(this.started.splice(0).map((receiver) => receiver.close()));
  }

  private keep(receiver: Receiver): Receiver {
    this.started.push(receiver);
    return receiver;
  }
}

export function attemptAt({ port }: Pick<Receiver, 'port'>, host = HOST): PreparedAttempt {
  return prepareAttempt({
    event: {
      id: 'evt_1',
      type: 'message.delivered',
      occurredAt: new Date(Date.UTC(2026, 0, 15, 12)),
      data: { message_id: 'msg_1', recipient_email: 'zoë@example.com' },
    },
    endpoint: { url: `https://${host}:${String(port)}/hooks?shop=1#top`, secret: SECRET },
    dateMs: Date.UTC(2026, 0, 15, 12),
  });
}

export function failed(failure: CallFailure): CallOutcome {
  return { kind: 'failed', failure };
}

export function answered(
  statusCode: number,
  headers: { retryAfter?: string; date?: string } = {},
): CallOutcome {
  return { kind: 'answered', statusCode, retryAfter: null, date: null, ...headers };
}

export function answer(text: string): (connection: TLSSocket) => void {
  return (connection) => {
    connection.end(text);
  };
}

/** Writes for as long as the other side reads, and reports the bytes written. */
export function pour(
  connection: Socket,
  text: string,
  onWritten: (bytes: number) => void = () => undefined,
): void {
  const write = (): void => {
    let goesOn = true;
    while (goesOn && !connection.destroyed) {
      goesOn = connection.write(text);
      onWritten(text.length);
    }
  };
  connection.on('drain', write);
  write();
}

/** Writes one byte every 40 ms, so that no time-out between bytes expires, and then repeats the last byte for ever. */
export function trickle(connection: Socket, text: string): void {
  let sent = 0;
  const timer = setInterval(() => {
    connection.write(Buffer.from([text.charCodeAt(Math.min(sent++, text.length - 1))]));
  }, 40);
  connection.on('close', () => clearInterval(timer));
}

export async function closed(connection: Socket): Promise<void> {
  if (!connection.closed) await new Promise((resolve) => connection.once('close', resolve));
}
