import { createHmac } from 'node:crypto';
import { newId } from '../../schemas/ids';
import { endServers, serve } from '../shared/http/given-server';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { callbackRoutes } from './routes';

const SECRET = 'meta-secret-for-tests';
const NOW = 1_790_000_000_000;

afterEach(endServers);

it('takes a notification of WhatsApp as large as the platform makes them, 3 MB', async () => {
  const told: unknown[] = [];
  const { ask } = await serve(callbackRoutes(CONFIG, { ...DEPENDENCIES, log: { tell: keepIn(told) } }));
  const body = notificationOf(10_500);
  expect(body.length).toBeGreaterThan(2.9e6);
  const signature = createHmac('sha256', SECRET).update(body).digest('hex');
  const headers = { 'x-hub-signature-256': `sha256=${signature}` };
  const { status } = await ask('POST', '/whatsapp', { headers, body });
  expect([status, told.length]).toEqual([200, 10_500]);
});

const CONFIG = {
  callbacksUrl: 'http://callbacks.test',
  postmarkWebhookCredentials: null,
  sendgridWebhookPublicKey: null,
  twilioAuthToken: null,
  metaAppSecret: SECRET,
  metaVerifyToken: null,
};

const DEPENDENCIES = {
  telemetry: { forged: () => undefined, unknown: () => undefined },
  sql: { query: () => Promise.resolve([]) },
  clock: { now: () => NOW },
  hash: createKeyedHash(Buffer.from('a secret of at least thirty-two characters')),
};

function keepIn(told: unknown[]) {
  return (wishes: readonly unknown[]): Promise<void> => {
    told.push(...wishes);
    return Promise.resolve();
  };
}

function notificationOf(statuses: number): string {
  const carried = `${newId('biz', NOW)}:${newId('snd', NOW)}`;
  const status = { id: `wamid.${'A'.repeat(50)}`, status: 'delivered', timestamp: '1790000000' };
  const all = Array(statuses).fill({
    ...status,
    recipient_id: '447700900123',
    pricing: { billable: true, pricing_model: 'PMP', category: 'utility' },
    biz_opaque_callback_data: carried,
  });
  const changes = [{ field: 'messages', value: { messaging_product: 'whatsapp', statuses: all } }];
  return JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] });
}
