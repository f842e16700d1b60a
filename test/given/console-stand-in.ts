import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consolePageRoutes } from '../../services/console/page/routes';
import type { Sessions } from '../../services/console/session';
import { writeReply } from '../../services/shared/http/reply';

const COOKIE = { name: 'session', value: 'of-somebody-signed-in' };

/** It is open for whoever has the cookie. */
const SESSIONS: Sessions = {
  begin: async () => '',
  isOpen: async ({ cookie }) => cookie === `${COOKIE.name}=${COOKIE.value}`,
  end: async () => '',
};

/** The console's page alone. What the operator API answers is for the test to say, by the routes of its browser. */
export class ConsoleStandIn {
  private readonly routes = consolePageRoutes(async () => ({ outcome: 'accepted' }), SESSIONS);
  private readonly server = createServer((request, response) => void this.serve(request, response));

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Name and value of the cookie of somebody who has signed in. */
  cookie(): { name: string; value: string; url: string } {
    return { ...COOKIE, url: this.url };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve({ method, url, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = this.routes.find((route) => route.method === method && route.path === url);
    const body = Buffer.alloc(0);
    const asked = { headers, rawParameters: {}, rawQuery: '', body, remoteAddress: '', note: () => {} };
    writeReply(response, (await page?.handle(asked)) ?? { status: 404, body: '', headers: {} });
  }
}

/** A business as the operator API shows it. */
export function aBusiness(settings: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'biz_1',
    name: 'Corner shop',
    active: true,
    sending_paused: false,
    plan: 'active',
    balance: 100,
    email_daily_cap: 10_000,
    recipient_daily_emails: 50,
    requests_per_second: 100,
    burst: 200,
    low_balance_threshold: 100,
    sms: { mode: 'on', allowed_countries: [] },
    whatsapp: { mode: 'off' },
    created_at: '2026-09-21T14:13:20.000Z',
    ...settings,
  };
}
