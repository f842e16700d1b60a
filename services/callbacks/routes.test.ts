import { createHmac } from 'node:crypto';
import { newId } from '../../schemas/ids';
import { chooseProviders } from '../providers/choice';
import { channels, type Channel } from '../providers/outcome';
import { allPlugins, allProviderVariables } from '../providers/registry';
import { endServers, serve } from '../shared/http/server.fixture';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { callbackRoutes } from './routes';

const SECRET = 'meta-secret-for-tests';
const TWILIO_TOKEN = 'twilio-token-for-tests';
const NOW = 1_790_000_000_000;

afterEach(endServers);

const KiB = 1024;

it('accepts a thousand WhatsApp statuses in one notification', async () => {
  const written: unknown[] = [];
  const { ask } = await serve(await routesOf(SETTINGS, written));
  const body = notificationOf(1_000);
  const { status } = await ask('POST', '/whatsapp', { headers: signed(body), body });
  expect([status, written.length]).toEqual([200, 1_000]);
});

describe.each([
  ['/sms/status', 64 * KiB],
  ['/sms/inbound', 64 * KiB],
  ['/email/postmark', 1024 * KiB],
  ['/email/sendgrid', 1024 * KiB],
  ['/whatsapp', 1024 * KiB],
])('a request to %s', (path, limit) => {
  it(`is read up to ${limit} bytes, and beyond that refused by its length`, async () => {
    const { ask } = await serve(await routesOf(SETTINGS, []));
    const answers = [limit, limit + 1].map((length) =>
      ask('POST', path, { body: Buffer.alloc(length, 'x') }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 413]);
  });
});

describe.each(allPlugins().map(({ name, channel }) => [name, channel] as const))(
  'the callbacks of %s',
  (name, channel) => {
    const chosen = { ...made(), [`${channel.toUpperCase()}_PROVIDER`]: name };

    it('accept only signed requests, and do not read one that is too large (PROV-9, PROV-10)', async () => {
      const callbacks = await callbacksOf(chosen, channel);
      expect(callbacks.length).toBeGreaterThan(0);
      const { ask } = await serve(await routesOf(chosen, []));
      for (const { path, maxBodyBytes } of callbacks) {
        const answers = [maxBodyBytes, maxBodyBytes + 1].map((length) =>
          ask('POST', path, { body: Buffer.alloc(length, 'x') }),
        );
        expect([path, (await Promise.all(answers)).map(({ status }) => status)]).toEqual([path, [403, 413]]);
      }
    });

    it('are unknown if another provider is chosen (PROV-1)', async () => {
      const others = allPlugins().filter((other) => other.channel === channel && other.name !== name);
      const callbacks = await callbacksOf(chosen, channel);
      for (const other of others) {
        const instead = { ...chosen, [`${channel.toUpperCase()}_PROVIDER`]: other.name };
        const { ask } = await serve(await routesOf(instead, []));
        const answers = callbacks.map(({ path }) => ask('POST', path, { body: '{}' }));
        for (const { status } of await Promise.all(answers)) expect(status).toBe(404);
      }
    });
  },
);

it('refuses a form with more fields than Twilio sends, even if its signature is right (PROV-10)', async () => {
  const written: unknown[] = [];
  const { ask } = await serve(await routesOf(SETTINGS, written));
  const statuses = [200, 201, 5_000].map(async (fields) => {
    const { path, headers, body } = reportOfTwilio(fields);
    return (await ask('POST', path, { headers, body })).status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 403, 403]);
  expect(written).toHaveLength(1);
});

it.each([
  ['delivered', 1],
  ['read', 1],
  ['failed', 1],
  ['sent', 0],
])('a status of %s becomes %d commands (PROV-13)', async (status, times) => {
  const written: unknown[] = [];
  const { ask } = await serve(await routesOf(SETTINGS, written));
  const body = notificationOf(1).replace('"status":"delivered"', `"status":"${status}"`);
  const { status: answered } = await ask('POST', '/whatsapp', { headers: signed(body), body });
  expect([answered, written.length]).toEqual([200, times]);
});

it.each(['an unsigned report', 'a report of a provider that is not set up'])(
  'writes no command for %s (PROV-9)',
  async (what) => {
    const written: unknown[] = [];
    const isUnsigned = what === 'an unsigned report';
    const settings = isUnsigned ? SETTINGS : { ...SETTINGS, META_APP_SECRET: '' };
    const { ask } = await serve(await routesOf(settings, written));
    const body = notificationOf(1);
    const { status } = await ask('POST', '/whatsapp', { headers: isUnsigned ? {} : signed(body), body });
    expect([status, written]).toEqual([403, []]);
  },
);

function signed(body: string) {
  const signature = createHmac('sha256', SECRET).update(body).digest('hex');
  return { 'x-hub-signature-256': `sha256=${signature}` };
}

const CALLBACKS_URL = 'http://callbacks.test';
const NUMBER_ID = '1055';
const SETTINGS = {
  TWILIO_AUTH_TOKEN: TWILIO_TOKEN,
  META_APP_SECRET: SECRET,
  META_PHONE_NUMBER_ID: NUMBER_ID,
};

/** The routes of the providers that these settings choose. The commands that they write are kept. */
async function routesOf(env: Readonly<Record<string, string>>, written: unknown[]) {
  const callbacks = await Promise.all(channels.map((channel) => callbacksOf(env, channel)));
  const dependencies = { ...DEPENDENCIES, log: { write: keepIn(written) } };
  return callbackRoutes(callbacks.flat(), '+447700900999', dependencies);
}

async function callbacksOf(env: Readonly<Record<string, string>>, channel: Channel) {
  const { plugin, settings, problems } = chooseProviders('callbacks', { env })[channel];
  expect(problems).toEqual([]);
  return plugin.openCallbacks(settings, { callbacksUrl: CALLBACKS_URL, realTimeMs: () => NOW });
}

/** The settings that a local instance makes for all providers. */
function made(): Record<string, string> {
  const place = { url: 'http://provider.test', ports: {} };
  const values = allProviderVariables().flatMap(({ name, simulated }) => {
    const secret = simulated?.made?.() ?? '';
    return simulated === undefined ? [] : [[name, simulated.value?.(place, secret) ?? secret]];
  });
  return Object.fromEntries(values) as Record<string, string>;
}

const DEPENDENCIES = {
  telemetry: { forged: () => undefined, unknown: () => undefined, foreign: () => undefined },
  sql: { query: () => Promise.resolve([]) },
  clock: { now: () => NOW },
  hash: createKeyedHash(Buffer.from('a secret of at least thirty-two characters')),
};

function keepIn(written: unknown[]) {
  return (requests: readonly unknown[]): Promise<void> => {
    written.push(...requests);
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
  const metadata = { display_phone_number: '447700900999', phone_number_id: NUMBER_ID };
  const changes = [{ field: 'messages', value: { messaging_product: 'whatsapp', metadata, statuses: all } }];
  return JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] });
}

/** A signed form with this many fields. */
function reportOfTwilio(fields: number) {
  const ids = { business_id: newId('biz', NOW), send_id: newId('snd', NOW) };
  const path = `/sms/status?${new URLSearchParams(ids).toString()}`;
  const more = Array.from({ length: fields - 1 }, (_, at) => [`f${at}`, ''] as const);
  const form = [['MessageStatus', 'delivered'] as const, ...more];
  const text = [...form]
    .map(([name, value]) => name + value)
    .sort()
    .join('');
  const signature = createHmac('sha1', TWILIO_TOKEN).update(CALLBACKS_URL + path + text);
  const headers = { 'x-twilio-signature': signature.digest('base64') };
  return { path, headers, body: form.map(([name, value]) => `${name}=${value}`).join('&') };
}
