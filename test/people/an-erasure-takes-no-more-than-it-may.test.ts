import type { Command } from '../../schemas/generated/command';
import {
  aChange,
  aPush,
  BUSINESS,
  command,
  HOUSE,
  keyed,
  NOW,
} from '../../streams/ledger/tests/fixtures/scenario';
import { PHONE } from '../../streams/ledger/tests/fixtures/world';
import { aTextingBusiness, openLedgerAlone, RIVAL, type LedgerAlone } from '../fixtures/ledger-alone';

const ADA = { recipient_email: 'ada@example.com' };

let ledger: LedgerAlone;
beforeEach(async () => {
  ledger = await openLedgerAlone();
  await ledger.applyAll(...aTextingBusiness(), ...aTextingBusiness(RIVAL, 10));
});
afterEach(() => ledger.close());

test('erasing WhatsApp history keeps finished deliveries about a reply, and all deliveries about anything else (ERASE-15)', async () => {
  await ledger.applyAll(aChange(19, { sending_paused: true }));
  await ledger.applyAll(aPush(20, { ...ADA, recipient_phone: PHONE }));
  const [ada] = await ledger.database.query<{ recipient_id: string; message_id: string }>(MESSAGES, [
    BUSINESS,
  ]);
  const received = (n: number) => {
    const reply = { phone: PHONE, text: 'Thanks', provider_id: `wamid.${String(n)}`, received_at: NOW };
    return command(n, { ReceiveReply: { ...ada!, ...reply } });
  };
  await ledger.applyAll(received(30), received(31));
  // The first reply's event was delivered. The second reply's event still waits, and so does the event of the email
  // that was not sent.
  await ledger.database.query(QUEUE_COPIES, [BUSINESS]);
  const copies = () => ledger.database.query<{ type: string; state: string }>(COPIES, [BUSINESS]);
  const [notSent, delivered, waiting] = [
    { type: 'message.not_sent', state: 'waiting' },
    { type: 'whatsapp.inbound_message', state: 'delivered' },
    { type: 'whatsapp.inbound_message', state: 'waiting' },
  ];
  expect(await copies()).toEqual([notSent, delivered, waiting]);

  await ledger.applyAll(command(40, { EraseWhatsapp: ADA }, keyed('erasure')));
  const [answer] = await ledger.database.query<{ body: string }>(ANSWER, [BUSINESS, Buffer.from('erasure')]);
  expect(JSON.parse(answer!.body)).toMatchObject({ replies_deleted: 2, queued_webhook_copies_deleted: 1 });
  expect(await copies()).toEqual([notSent, { type: null, state: 'delivered' }]);
});

test('an erasure removes what named the address before it had a recipient, and nothing of other businesses (ERASE-20)', async () => {
  const refusal = (n: number, business_id: string): Command =>
    command(n, { Refuse: { ...ADA, detail: '[]' } }, { ...keyed('at fault'), business_id });
  await ledger.applyAll(refusal(20, BUSINESS), refusal(21, RIVAL));
  await ledger.applyAll(aPush(22, ADA));
  const named = JSON.stringify([HOUSE.hash('address', 'ada@example.com').toString('base64')]);
  await ledger.database.query(PUT_ASIDE, [[BUSINESS, RIVAL], named]);

  await ledger.applyAll(command(30, { EraseRecipient: ADA }, keyed('erasure')));
  const refusals = await ledger.database.query(REFUSALS, [Buffer.from('at fault')]);
  expect(refusals).toEqual([
    { businessId: BUSINESS, status: 404 },
    { businessId: RIVAL, status: 422 },
  ]);
  expect(await ledger.database.query(DEAD_LETTERS, [])).toEqual([{ businessId: RIVAL }]);
});

const MESSAGES = {
  name: 'test-messages-of',
  text: 'SELECT id AS message_id, recipient_id FROM messages WHERE business_id = $1',
};
const QUEUE_COPIES = {
  name: 'test-queue-copies',
  text: `
    INSERT INTO webhook_deliveries (business_id, endpoint_id, event_id, recipient_id, partition, state, attempt, next_at,
      created_at, updated_at)
    SELECT business_id, 'we_1', id, recipient_id, 0, state, 1, CASE WHEN state = 'waiting' THEN occurred_at END,
      occurred_at, occurred_at
    FROM (
      SELECT *, CASE WHEN row_number() OVER (PARTITION BY type ORDER BY id) = 1 AND type LIKE 'whatsapp%'
        THEN 'delivered' ELSE 'waiting' END AS state
      FROM events WHERE business_id = $1
    ) e`,
};
const COPIES = {
  name: 'test-copies',
  text: `
    SELECT e.type, d.state FROM webhook_deliveries d
    LEFT JOIN events e ON e.business_id = d.business_id AND e.id = d.event_id
    WHERE d.business_id = $1 ORDER BY e.type, d.state`,
};
const ANSWER = {
  name: 'test-answer-to-key',
  text: 'SELECT body FROM idempotency_records WHERE business_id = $1 AND key_hash = $2',
};
const PUT_ASIDE = {
  name: 'test-put-aside',
  text: `
    INSERT INTO dead_letters (id, partition, log_offset, business_id, reason, error, payload, people, parked_at)
    SELECT 'dlq_' || business_id, 0, place, business_id, 'defect', '', '', $2::jsonb, 'epoch'
    FROM unnest($1::text[]) WITH ORDINALITY AS letter (business_id, place)`,
};
const REFUSALS = {
  name: 'test-refusals',
  text: `
    SELECT business_id AS "businessId", status FROM idempotency_records WHERE key_hash = $1 ORDER BY business_id`,
};
const DEAD_LETTERS = { name: 'test-letters', text: 'SELECT business_id AS "businessId" FROM dead_letters' };
