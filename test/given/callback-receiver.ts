import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './until';

/** A call that a provider made to us, with its raw bytes. */
export interface Callback {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Stands where the callbacks service would: keeps what comes, checks signatures by the providers' documents. */
export class CallbackReceiver {
  readonly calls: Callback[] = [];
  /** What it answers with. */
  status = 200;

  private constructor(
    private server: Server,
    readonly port: number,
  ) {}

  static async open(): Promise<CallbackReceiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new CallbackReceiver(server, (server.address() as AddressInfo).port);
    receiver.serve();
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}`;
  }

  /** As if its process were down. */
  async goAway(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  async comeBack(): Promise<void> {
    this.server = createServer();
    this.serve();
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
  }

  /** Those with this text in path or body, once there are as many as expected. */
  async callsWith(text: string, count: number): Promise<Callback[]> {
    return until(`${String(count)} calls with ${text} have come`, () => {
      const found = this.having(text);
      return found.length >= count && found;
    });
  }

  having(text: string): Callback[] {
    return this.calls.filter(({ path, body }) => path.includes(text) || body.includes(text));
  }

  private serve(): void {
    this.server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        this.calls.push({ path: request.url ?? '', headers: request.headers, body });
        response.writeHead(this.status).end();
      });
    });
  }
}

/** Twilio: HMAC-SHA1 over the URL and the sorted parameters, each name followed by its value. */
export function formSignedBy(token: string, baseUrl: string, call: Callback): Record<string, string> {
  const form = Object.fromEntries(new URLSearchParams(call.body));
  const names = Object.keys(form).sort();
  const signed = baseUrl + call.path + names.map((name) => name + form[name]!).join('');
  const expected = createHmac('sha1', token).update(Buffer.from(signed, 'utf8')).digest('base64');
  expect(call.headers['x-twilio-signature']).toBe(expected);
  return form;
}

/** Meta: HMAC-SHA256 over the raw bytes. Gives the value of the only change. */
export function valueSignedBy(secret: string, call: Callback): Record<string, unknown> {
  const expected = createHmac('sha256', secret).update(Buffer.from(call.body, 'utf8')).digest('hex');
  expect(call.headers['x-hub-signature-256']).toBe(`sha256=${expected}`);
  const { object, entry } = JSON.parse(call.body) as {
    object: string;
    entry: { changes: { value: Record<string, unknown>; field: string }[] }[];
  };
  expect(object).toBe('whatsapp_business_account');
  expect(entry[0]!.changes[0]!.field).toBe('messages');
  return entry[0]!.changes[0]!.value;
}

/** Postmark: basic authentication. */
export function recordShownBy(credentials: string, call: Callback): Record<string, unknown> {
  const [scheme, token] = String(call.headers['authorization']).split(' ');
  expect([scheme, Buffer.from(token!, 'base64').toString()]).toEqual(['Basic', credentials]);
  return JSON.parse(call.body) as Record<string, unknown>;
}
