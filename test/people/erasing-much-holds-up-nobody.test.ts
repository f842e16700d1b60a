import { newId } from '../../schemas/ids';
import { erase, push, readCredits } from '../fixtures/merchant';
import { aMerchant, openDatabase, product } from '../fixtures/product';

const { ingressUrl } = product();
const database = openDatabase();

afterAll(() => database.close());

test('ten thousand messages are erased in steps, and other requests are served in between (ERASE-3, HAZ-24)', async () => {
  const { id, apiKey } = await aMerchant();
  await push(ingressUrl, apiKey, 'p1');
  await database.query({ name: 'test-much', text: MUCH }, [id, newId('msg', 1)]);

  const progress = { isOver: false };
  const erasing = erase(ingressUrl, apiKey, { email: 'ada@example.com', key: 'e1' }).finally(() => {
    progress.isOver = true;
  });
  let served = 0;
  for (; !progress.isOver; served += 1) await pushToAnother(apiKey);
  const report = await erasing;
  expect(report.body).toMatchObject({
    deleted: { messages: 10_001, sms_sends: 10_000, delivery_events: 10_000 },
  });
  expect(served).toBeGreaterThan(3);
  expect((await readCredits(ingressUrl, apiKey)).body).toMatchObject({ balance: 0 });
});

test('a WhatsApp erasure of several steps removes all waiting copies of a reply and counts each once (ERASE-16)', async () => {
  const { id, apiKey } = await aMerchant();
  await push(ingressUrl, apiKey, 'p1');
  await database.query({ name: 'test-replies', text: REPLIES }, [id]);
  const receipt = await erase(ingressUrl, apiKey, {
    email: 'ada@example.com',
    key: 'w1',
    whatsappOnly: true,
  });
  expect(receipt.body).toMatchObject({
    replies_deleted: 600,
    queued_webhook_copies_deleted: 1_200,
    replies_a_forward_email_may_have_carried: 7,
  });
  const left = await database.query({ name: 'test-copies-left', text: COPIES_LEFT }, [id]);
  expect(left).toEqual([]);
});

let pushes = 0;

/** Commands of the same business go through the partition of the erasure. */
async function pushToAnother(apiKey: string): Promise<void> {
  pushes += 1;
  await push(ingressUrl, apiKey, `other-${String(pushes)}`, { recipient_email: 'other@example.com' });
}

/** What pushes would leave: a message, a text, an event and a stored answer each. */
const MUCH = `
  WITH person AS (
    SELECT business_id, id FROM recipients WHERE business_id = $1
  ), numbered AS (
    SELECT p.business_id, p.id AS recipient_id, n, $2 || lpad(n::text, 6, '0') AS message_id
    FROM person p, generate_series(1, 10000) n
  ), m AS (
    INSERT INTO messages (business_id, id, recipient_id, kind, status, subject, body, nudged, created_at, updated_at)
    SELECT business_id, message_id, recipient_id, 'one_off', 'active', 'Your order', repeat('It is on its way. ', 20), true,
      'epoch', 'epoch' FROM numbered
  ), s AS (
    INSERT INTO sends (business_id, id, message_id, recipient_id, channel, state, credits, created_at, updated_at)
    SELECT business_id, 'snd_' || n, message_id, recipient_id, 'sms', 'delivered', 1, 'epoch', 'epoch' FROM numbered
  ), e AS (
    INSERT INTO events (business_id, id, type, occurred_at, recipient_id, message_id, data)
    SELECT business_id, 'evt_' || n, 'sms.delivered', 'epoch', recipient_id, message_id, '{}' FROM numbered
  )
  INSERT INTO idempotency_records (business_id, key_hash, fingerprint, command_id, status, body, expires_at, person)
  SELECT business_id, sha256(n::text::bytea), '', business_id || n, 201, repeat('x', 600), 'infinity', recipient_id
  FROM numbered`;

/**
 * What inbound messages would leave: a reply and its event, a waiting copy for each of two endpoints, and an email to
 * the business. The first seven emails have been claimed.
 */
const REPLIES = `
  WITH person AS (
    SELECT business_id, id FROM recipients WHERE business_id = $1
  ), numbered AS (
    SELECT p.business_id, p.id AS recipient_id, n, 'evt_reply_' || n AS event_id
    FROM person p, generate_series(1, 600) n
  ), r AS (
    INSERT INTO whatsapp_replies (business_id, id, recipient_id, message_id, text, provider_id, forward_auto_reply_id,
      received_at)
    SELECT business_id, 'rpl_' || n, recipient_id, 'msg', 'Where is it?', 'wamid.' || n, 'aut_' || n, now() FROM numbered
  ), f AS (
    INSERT INTO auto_replies (business_id, id, channel, recipient_id, address, text, cause, created_at, taken_at)
    SELECT business_id, 'aut_' || n, 'email', recipient_id, '', '', business_id || n, now(),
      CASE WHEN n <= 7 THEN now() END
    FROM numbered ORDER BY n DESC
  ), e AS (
    INSERT INTO events (business_id, id, type, occurred_at, recipient_id, message_id, data)
    SELECT business_id, event_id, 'whatsapp.inbound_message', now(), recipient_id, 'msg', '{}' FROM numbered
  )
  INSERT INTO webhook_deliveries (business_id, endpoint_id, event_id, recipient_id, partition, state, attempt, next_at,
    created_at, updated_at)
  SELECT business_id, endpoint_id, event_id, recipient_id, 0, 'waiting', 1, now(), now(), now()
  FROM numbered, unnest(ARRAY['whe_1', 'whe_2']) AS endpoint_id`;

const COPIES_LEFT = `
  SELECT event_id AS id FROM webhook_deliveries WHERE business_id = $1
  UNION ALL
  SELECT id FROM auto_replies WHERE business_id = $1
  UNION ALL
  SELECT id FROM events WHERE business_id = $1 AND type = 'whatsapp.inbound_message'`;
