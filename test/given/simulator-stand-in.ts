import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simulatorPageRoutes } from '../../services/simulator/page/routes';
import { writeReply } from '../../services/shared/http/reply';

type Channel = 'email' | 'sms' | 'whatsapp';

export interface Call {
  readonly call: string;
  readonly body: Record<string, unknown>;
  readonly headers: IncomingMessage['headers'];
}

/**
 * The page with just enough of `/sim` (D16) to live on, and of an ingress to push to. What arrives is what a test says,
 * so that a test can say what no provider would.
 */
export class SimulatorStandIn {
  /** Everything the page asked for that changes something, in order. */
  readonly calls: Call[] = [];
  /** What the ingress answers a push with. */
  pushAnswer: { status: number; body: unknown } = { status: 201, body: aPushResult() };
  /** Called when a push was answered. */
  afterPush: () => void = () => {};
  /** Where the clock stood when this began; it goes on from there. */
  startMs = Date.parse('2025-11-15T09:41:00.000Z');
  /** What the calls that change something are answered with. */
  status = 200;

  /** The number that each address holds: the first that was pushed with it, unless another holds that. */
  readonly holders = new Map<string, string>();

  private readonly outcomes = new Map<string, unknown>();
  private received: (Record<string, unknown> & {
    channel: Channel;
    to: string;
    at: string;
    outcome: string;
  })[] = [];
  private readonly begunAt = performance.now();
  private readonly followers = new Set<ServerResponse>();
  private readonly server = createServer((request, response) => void this.serve(request, response));

  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    return this.url;
  }

  get nowMs(): number {
    return this.startMs + Math.round(performance.now() - this.begunAt);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Something comes to a provider; with the outcome `refuse` it goes no further. */
  arrive(channel: Channel, to: string, item: Record<string, unknown> = {}, outcome = 'deliver'): void {
    const at = new Date(this.nowMs).toISOString();
    const id = `${channel}-${this.received.length}`;
    this.received = [{ at, id, channel, to, outcome, ...item }, ...this.received];
    this.tell(channel, to, outcome !== 'refuse');
  }

  tell(channel: Channel, to: string, arrived: boolean): void {
    const change = JSON.stringify({ channel, to, arrived });
    for (const follower of this.followers) follower.write(`data: ${change}\n\n`);
  }

  /** As a restart would. */
  cutFollowers(): void {
    for (const follower of this.followers) follower.destroy();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const body = await bodyOf(request);
    const page = simulatorPageRoutes({ ingressUrl: this.url, apiKey: 'osk_demo' }).find(
      ({ method, path }) => method === request.method && path === pathname,
    );
    if (page !== undefined) {
      const { headers } = request;
      const asked = { headers, rawParameters: {}, rawQuery: '', body, remoteAddress: '', note: () => {} };
      writeReply(response, await page.handle(asked));
      return;
    }
    if (request.method !== 'GET') {
      this.change(pathname, request, body);
      const pushed = pathname === '/api/v1/messages';
      json(response, pushed ? this.pushAnswer.status : this.status, pushed ? this.pushAnswer.body : {});
      if (pushed) this.afterPush();
    } else if (pathname === '/sim/changes') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(': here\n\n');
      this.followers.add(response);
      response.once('close', () => this.followers.delete(response));
    } else if (pathname === '/sim/people') {
      json(response, 200, { items: Array.from(this.holders, ([email, number]) => ({ email, number })) });
    } else if (pathname === '/sim/behaviour') {
      const outcome = this.outcomes.get(`${searchParams.get('channel')} ${searchParams.get('address')}`);
      json(response, 200, { outcome: outcome ?? 'deliver' });
    } else if (pathname === '/sim/clock') {
      json(response, 200, { now: new Date(this.nowMs).toISOString() });
    } else {
      json(response, 200, { items: this.items(pathname.slice('/sim/'.length), searchParams.get('to')) });
    }
  }

  private change(path: string, { method = '', headers }: IncomingMessage, bytes: Buffer): void {
    const body = JSON.parse(bytes.toString()) as Record<string, unknown>;
    this.calls.push({ call: `${method} ${path}`, body, headers });
    if (path === '/sim/behaviour' && this.status === 200) {
      this.outcomes.set(`${String(body['channel'])} ${String(body['address'])}`, body['outcome']);
    }
    const { recipient_email: email, recipient_phone: number } = body;
    const isStored = path === '/api/v1/messages' && this.pushAnswer.status === 201;
    if (isStored && typeof email === 'string' && typeof number === 'string') this.hold(email, number);
    if (path === '/sim/clock' && this.status === 200) this.startMs += Number(body['advance_seconds']) * 1_000;
  }

  private hold(email: string, number: string): void {
    if (![...this.holders.values()].includes(number)) this.holders.set(email, number);
  }

  private items(list: string, to: string | null): unknown[] {
    const channel = list === 'emails' ? 'email' : list;
    return this.received
      .filter((item) => to === null || item.to === to)
      .filter((item) => list === 'submissions' || (item.channel === channel && item.outcome !== 'refuse'));
  }
}

export function anEmail(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    from: 'Demo shop <updates@shop.example>',
    subject: 'Your order',
    text: 'There is an update.',
    html: '<!doctype html><h1 style="color: rgb(1, 2, 3)">Demo shop</h1><p>There is an update.</p>',
    link: 'https://inbox.example/i/token',
    headers: { 'List-Unsubscribe': '<https://inbox.example/u/token>' },
    ...fields,
  };
}

/** SMS goes out, WhatsApp does not. */
function aPushResult(): Record<string, unknown> {
  const refused = { queued: false, credits: 0, skipped_reason: 'not_opted_in', escalates_at: null };
  return {
    id: 'msg_01',
    created: true,
    nudged: true,
    scheduled_for: null,
    email: { sending: true, skipped_reason: null },
    sms: { queued: true, credits: 1, skipped_reason: null, escalates_at: null },
    whatsapp: refused,
    whatsapp_opt_in: null,
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function json(response: ServerResponse, status: number, value: unknown): void {
  writeReply(response, {
    status,
    body: JSON.stringify(value),
    headers: { 'Content-Type': 'application/json' },
  });
}
