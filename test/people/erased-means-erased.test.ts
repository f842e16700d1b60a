import { Redis } from 'ioredis';
import { allTopics, topics } from '../../schemas/topics';
import { openCodec } from '../../streams/runtime/kafka/codec';
import { createKafka } from '../../streams/runtime/kafka/kafka-client';
import { readCommitted } from '../fixtures/log-client';
import {
  erase,
  operate,
  push,
  pushBatch,
  readCredits,
  readMessage,
  readSms,
  type FetchedReply,
} from '../fixtures/merchant';
import { aMerchant, openDatabase, product } from '../fixtures/product';
import { until } from '../fixtures/until';
import { SILENT } from '../fixtures/world';

const { ingressUrl, consoleUrl, env } = product();
const database = openDatabase();

afterAll(() => database.close());

const idOf = ({ body }: FetchedReply): string => body['id'] as string;

async function aPayingMerchant() {
  const merchant = await aMerchant({ sms: { mode: 'on' }, whatsapp: { mode: 'on' } });
  const url = `${consoleUrl}/admin/v1/businesses/${merchant.id}/credits`;
  await operate(url, { method: 'POST', key: 'top-up', body: { amount: 100 } });
  return merchant;
}

const email = 'grace.hopper.of.cobol@example.com';
const needles = [email, '447700900199', 'Nanoseconds at hand', 'wire of eleven inches', 'COBOL-1959'];

/** A person with pushes of every kind, and with sends that still wait. */
async function aRichHistory() {
  const { id, apiKey } = await aPayingMerchant();
  const fields = {
    recipient_email: email,
    recipient_phone: '+447700900199',
    subject: 'Nanoseconds at hand',
    body: 'A wire of eleven inches',
    reference: 'COBOL-1959',
    order_status: 'shipped',
    whatsapp_opt_in: { source: 'checkout' },
  };
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const first = await push(ingressUrl, apiKey, 'COBOL-1959', fields);
  const waiting = await push(ingressUrl, apiKey, 'COBOL-1959-later', { ...fields, send_at: inAnHour });
  expect(waiting.body).toMatchObject({ sms: { queued: true }, whatsapp: { queued: true } });
  await push(ingressUrl, apiKey, 'at fault', { ...fields, order_status: 7 });
  const batch = [fields, { recipient_email: 'other@example.com', subject: 'Hello', body: 'You' }, {}];
  await pushBatch(ingressUrl, apiKey, 'batch of COBOL-1959', batch);
  await push(ingressUrl, apiKey, 'COBOL-1959', fields);
  await pushBatch(ingressUrl, apiKey, 'batch of COBOL-1959', batch);
  await operate(`${consoleUrl}/admin/v1/businesses/${id}/recipients/${email}/unsubscribe`, {
    method: 'POST',
  });
  expect((await push(ingressUrl, apiKey, 'unsubscribed', fields)).body).toMatchObject({
    email: { skipped_reason: 'unsubscribed' },
  });
  expect((await push(ingressUrl, apiKey, 'skipped', fields)).status).toBe(201);

  // A short link as the sender of a text stores it.
  const [link] = await database.query<{ recipientId: string }>(SHORT_LINK, [id, idOf(first)]);
  return { apiKey, fields, batch, first, recipientId: link!.recipientId };
}

test('an erasure leaves nothing of the person in tables, in Redis or on topics that stay (ERASE-1, ERASE-4, HAZ-25)', async () => {
  const { apiKey, fields, batch, first, recipientId } = await aRichHistory();
  for (const needle of needles) expect(await tablesWith(needle)).not.toEqual([]);
  const erased = await erase(ingressUrl, apiKey, { email, key: 'e1' });
  expect(erased.status).toBe(200);
  expect(erased.body).toMatchObject({
    deleted: { messages: 5, email_sends: 5, sms_sends: 5, whatsapp_sends: 5, recipients: 1 },
    kept: { email_suppressions: 1, sms_opt_outs: 0, whatsapp_opt_outs: 0 },
  });
  const { deleted, cancelled_sends: cancelled } = erased.body as {
    deleted: Record<string, number>;
    cancelled_sends: number;
  };
  // No sender runs here, so everything that is queued or scheduled is cancelled.
  expect(cancelled).toBe(9);
  expect(deleted['delivery_events']).toBeGreaterThanOrEqual(2);
  expect(deleted['stored_responses']).toBeGreaterThanOrEqual(7);
  expect((await readCredits(ingressUrl, apiKey)).body).toMatchObject({ balance: 100 });
  expect((await readMessage(ingressUrl, apiKey, idOf(first))).status).toBe(404);
  expect((await readSms(ingressUrl, apiKey, email)).status).toBe(404);

  await until('everything committed has been published', async () => (await rowsWith('outbox', '')) === 0);
  for (const needle of [...needles, recipientId]) {
    expect([needle, await tablesWith(needle)]).toEqual([needle, []]);
  }
  for (const needle of needles) expect([needle, await redisKeysWith(needle)]).toEqual([needle, []]);
  const textInTopics = await textOfTopics();
  for (const needle of needles) expect([needle, textInTopics.includes(needle)]).toEqual([needle, false]);

  const replayed = await erase(ingressUrl, apiKey, { email, key: 'e1' });
  expect([replayed.text, replayed.headers.get('idempotent-replayed')]).toEqual([erased.text, 'true']);
  const anew = await erase(ingressUrl, apiKey, { email, key: 'e2' });
  expect(anew.body).toMatchObject({
    deleted: { messages: 0, recipients: 0 },
    kept: { email_suppressions: 1 },
  });

  const again = await push(ingressUrl, apiKey, 'COBOL-1959', fields);
  expect([again.status, again.body]).toEqual([404, { error_code: 'message.not_found' }]);
  const other = await push(ingressUrl, apiKey, 'COBOL-1959', { ...fields, subject: 'Another' });
  expect([other.status, other.body]).toEqual([409, { error_code: 'idempotency.key_reused' }]);
  const items = (await pushBatch(ingressUrl, apiKey, 'batch of COBOL-1959', batch)).body['results'];
  expect(items).toEqual([
    { index: 0, ok: false, result: null, error_code: 'message.not_found', detail: 'The message is gone' },
    expect.objectContaining({ index: 1, ok: true }),
    expect.objectContaining({ index: 2, ok: false }),
  ]);

  const later = await push(ingressUrl, apiKey, 'comes back', { ...fields, whatsapp_opt_in: null });
  expect(later.body).toMatchObject({
    created: true,
    nudged: false,
    email: { sending: false, skipped_reason: 'unsubscribed' },
    sms: { skipped_reason: 'unsubscribed' },
  });
});

test('while pushes run, each is either before the erasure or after it, and no credit is lost or doubled (ERASE-10)', async () => {
  const { id, apiKey } = await aPayingMerchant();
  const email = 'busy@example.com';
  const fields = { recipient_email: email, recipient_phone: '+447700900188', channels: ['sms'] };
  await push(ingressUrl, apiKey, 'first', {
    ...fields,
    send_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const pushes = Array.from({ length: 20 }, (_, index) =>
    push(ingressUrl, apiKey, `p${String(index)}`, { ...fields, subject: `Number ${String(index)}` }),
  );
  const [report] = await Promise.all([erase(ingressUrl, apiKey, { email, key: 'e1' }), ...pushes]);
  expect(report.status).toBe(200);
  const { deleted, cancelled_sends: cancelled } = report.body as {
    deleted: Record<string, number>;
    cancelled_sends: number;
  };
  const [left] = await database.query<{ messages: number; balance: number; sum: number; spent: number }>(
    {
      name: 'test-left',
      text: `
        SELECT (SELECT count(*) FROM messages WHERE business_id = $1) AS messages,
          (SELECT balance FROM businesses WHERE id = $1) AS balance,
          (SELECT sum(amount)::bigint FROM credit_entries WHERE business_id = $1) AS sum,
          (SELECT coalesce(sum(credits), 0)::bigint FROM sends WHERE business_id = $1) AS spent`,
    },
    [id],
  );
  expect(deleted['messages']! + left!.messages).toBe(21);
  expect(cancelled).toBeGreaterThanOrEqual(2);
  expect([left!.balance, left!.sum]).toEqual([100 - left!.spent, 100 - left!.spent]);
  const orphans = await database.query(
    {
      name: 'test-orphans',
      text: `
        SELECT FROM messages m LEFT JOIN recipients r ON r.business_id = m.business_id AND r.id = m.recipient_id
        WHERE m.business_id = $1 AND r.id IS NULL`,
    },
    [id],
  );
  expect(orphans).toEqual([]);
});

test("a WhatsApp erasure withdraws consent for good, also for the number's next holder (ERASE-5, ERASE-18)", async () => {
  const { apiKey } = await aPayingMerchant();
  const fields = { recipient_phone: '+447700900177', whatsapp_opt_in: {}, channels: ['whatsapp'] };
  await push(ingressUrl, apiKey, 'p1', { ...fields, reference: '#1', order_status: 'shipped' });
  const email = 'ada@example.com';
  const receipt = await erase(ingressUrl, apiKey, { email, key: 'w1', whatsappOnly: true });
  expect(receipt.body).toMatchObject({
    replies_deleted: 0,
    queued_webhook_copies_deleted: 0,
    acknowledgement_holds_dropped: 0,
    consent_withdrawn: true,
    replies_a_forward_email_may_have_carried: 0,
  });
  expect((await erase(ingressUrl, apiKey, { email, key: 'w1', whatsappOnly: true })).text).toBe(receipt.text);
  expect((await readSms(ingressUrl, apiKey, email)).body).toMatchObject({
    phone: '+447700900177',
    whatsapp_status: 'withdrawn',
    whatsapp_opted_in_at: null,
  });
  const withdrawn = { recorded: false, reason: 'withdrawn' };
  expect((await push(ingressUrl, apiKey, 'p2', fields)).body).toMatchObject({ whatsapp_opt_in: withdrawn });
  await erase(ingressUrl, apiKey, { email, key: 'e1' });
  const next = await push(ingressUrl, apiKey, 'p3', { ...fields, recipient_email: 'bob@example.com' });
  expect(next.body).toMatchObject({ whatsapp_opt_in: withdrawn, whatsapp: { skipped_reason: 'stopped' } });
});

const SHORT_LINK = {
  name: 'test-short-link',
  text: `
    INSERT INTO short_links (code, business_id, recipient_id, message_id, expires_at)
    SELECT 'code of ' || id, business_id, recipient_id, id, now() + interval '30 days' FROM messages
    WHERE business_id = $1 AND id = $2 RETURNING recipient_id AS "recipientId"`,
};

/** Tables with a row that holds this text, plain or as bytes. */
async function tablesWith(needle: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    {
      name: 'test-tables',
      text: `
        SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    },
    [],
  );
  const found: string[] = [];
  for (const { name } of tables) if ((await rowsWith(name, needle)) > 0) found.push(name);
  return found;
}

async function rowsWith(table: string, needle: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    {
      name: `test-rows-${table}`,
      text: `SELECT count(*) FROM ${table} t WHERE t::text ILIKE '%' || $1 || '%' OR t::text LIKE '%' || $2 || '%'`,
    },
    [needle, Buffer.from(needle).toString('hex')],
  );
  return row!.count;
}

async function redisKeysWith(needle: string): Promise<string[]> {
  const redis = new Redis(env['REDIS_URL']!);
  try {
    const keys = await redis.keys('*');
    const found: string[] = [];
    for (const key of keys) {
      // Null if the key has expired since it was listed.
      const dump = (await redis.dumpBuffer(key)) as Buffer | null;
      if (`${key} ${dump?.toString('latin1') ?? ''}`.includes(needle)) found.push(key);
    }
    return found;
  } finally {
    redis.disconnect();
  }
}

/** All topics but `commands`, which is trimmed. The others keep their records for days. */
async function textOfTopics(): Promise<string> {
  const kafka = createKafka({ brokers: [env['KAFKA_BROKERS']!], role: 'test' }, SILENT);
  const codec = await openCodec(env['SCHEMA_REGISTRY_URL']!);
  const texts: string[] = [];
  for (const topic of allTopics) {
    if (topic === topics.commands) continue;
    texts.push(JSON.stringify(await readCommitted({ kafka, codec }, topic)));
  }
  return texts.join();
}
