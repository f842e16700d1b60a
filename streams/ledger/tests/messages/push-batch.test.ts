import type { BatchItem, PushMessage } from '../../../../schemas/generated/command';
import { topics } from '../../../../schemas/topics';
import { withoutPerson } from '../../erasure/redact';
import { keyed, PLAIN_PUSH, type Brought } from '../fixtures/scenario';
import { DAY, OPT_IN, OTHER_PHONE, PHONE, World } from '../fixtures/world';

const MISSING = [{ type: 'missing', loc: ['body', 'subject'], msg: 'Field required' }];
const NO_OBJECT = [{ type: 'dict_type', loc: ['body'], msg: 'Input should be a valid dictionary' }];
const TOO_LONG = [
  { type: 'string_too_long', loc: ['body', 'whatsapp_opt_in', 'source'], msg: 'Too long' },
  { type: 'enum', loc: ['body', 'channels', 0], msg: 'Not a channel' },
];

describe('a batch (MSG-14)', () => {
  test('answers each item like a push of its own, in order of index', () => {
    const world = new World();
    const { status, body } = batch(world, [aPush({ subject: 'One' }), aPush({ subject: 'Two' })]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      results: [
        { index: 0, ok: true, error_code: null, detail: null, result: { subject: 'One', created: true } },
        { index: 1, ok: true, error_code: null, detail: null, result: { subject: 'Two', created: true } },
      ],
    });
    expect(world.messages().map(({ id }) => id)).toEqual(results(body).map(({ result }) => result?.id));
  });

  test('enqueues the sends of each item, and emits their events', () => {
    const world = new World();
    const { outputs } = batch(world, [aPush({ subject: 'One' }), aPush({ subject: 'Two' })]);
    const sends = outputs.filter(({ topic }) => topic === topics.sendsEmail.name);
    expect(sends.map(({ value }) => (value as { send_id: string }).send_id)).toEqual(
      world.sends('email').map(({ id }) => id),
    );
    expect(outputs.filter(({ topic }) => topic === topics.eventsMessage.name)).toHaveLength(4);
  });

  test('lets items fail alone, with a code and one line of detail (MSG-15)', () => {
    const world = new World();
    const { body } = batch(world, [
      { push: null, refusal: JSON.stringify(MISSING) },
      aPush(),
      aPush({ whatsapp_opt_in: OPT_IN, recipient_email: 'bob@example.com' }),
      { push: null, refusal: JSON.stringify(TOO_LONG) },
      { push: null, refusal: JSON.stringify(NO_OBJECT) },
      aPush({ subject: 'Last' }),
    ]);
    const failed = { ok: false, result: null, error_code: 'common.validation_failed' };
    expect(results(body)).toMatchObject([
      { ...failed, index: 0, detail: 'subject: Field required' },
      { index: 1, ok: true },
      { ...failed, index: 2, detail: 'recipient_phone: Field required' },
      { ...failed, index: 3, detail: 'whatsapp_opt_in.source: Too long; channels.0: Not a channel' },
      { ...failed, index: 4, detail: 'body: Input should be a valid dictionary' },
      { index: 5, ok: true },
    ]);
    expect(world.messages().map(({ subject }) => subject)).toEqual(['Your order', 'Last']);
    expect([...world.set.recipients.values()]).toHaveLength(1);
  });

  test('shows each item what the items before it left', () => {
    const world = new World({ settings: { sms_mode: 'on' }, credits: 1 });
    const { body } = batch(world, [
      aPush({ kind: 'updateable', recipient_phone: PHONE }),
      aPush({ kind: 'updateable', body: 'Later' }),
      aPush({ recipient_email: 'bob@example.com', recipient_phone: PHONE }),
      aPush({ recipient_email: 'eve@example.com', recipient_phone: OTHER_PHONE }),
    ]);
    expect(results(body).map(({ result }) => result)).toMatchObject([
      { created: true, sms: { queued: true, credits: 1 } },
      { created: false, nudged: false },
      { sms: { skipped_reason: 'phone_conflict' } },
      { sms: { skipped_reason: 'insufficient_credit' } },
    ]);
  });

  test('derives no id twice for two items', () => {
    const world = new World({ settings: { sms_mode: 'on', whatsapp_mode: 'on' }, credits: 1_000 });
    const pushes = Array.from({ length: 100 }, (_, index) =>
      aPush({
        recipient_email: `r${String(index)}@example.com`,
        recipient_phone: aNumber(index),
        channels: ['sms'],
      }),
    );
    batch(world, pushes);
    expect([...world.set.recipients.values()]).toHaveLength(100);
    expect(world.messages()).toHaveLength(100);
    expect(world.sends('email')).toHaveLength(100);
    expect(world.sends('sms')).toHaveLength(100);
    expect([...world.set.creditEntries.values()]).toHaveLength(101);
  });

  test('replays everything under the same key, failures included (IDEM-19)', () => {
    const world = new World();
    const items = [aPush(), { push: null, refusal: JSON.stringify(MISSING) }];
    const first = batch(world, items, keyed('batch'));
    const again = batch(world, items, keyed('batch'));
    expect(again).toMatchObject({ status: 200, replayed: true, body: first.body, outputs: [] });
    expect(world.messages()).toHaveLength(1);
  });

  test('replays items that were pushed before, and runs the others (IDEM-18)', () => {
    const world = new World();
    const first = batch(world, [aPush({ subject: 'One' })]);
    const again = batch(world, [aPush({ subject: 'One' }), aPush({ subject: 'Two' })]);
    expect(results(again.body)[0]).toEqual(results(first.body)[0]);
    expect(world.messages().map(({ subject }) => subject)).toEqual(['One', 'Two']);
  });

  test('stores each item under its own key, so the same push alone replays it (IDEM-18)', () => {
    const world = new World();
    const { body } = batch(world, [aPush()]);
    const alone = world.push({}, keyed('item 0', 'body of 0'));
    expect(alone).toMatchObject({ status: 201, replayed: true, outputs: [] });
    expect(alone.body).toEqual(results(body)[0]?.result);
    expect(world.push({}, keyed('item 0', 'another body'))).toMatchObject({
      status: 409,
      body: { error_code: 'idempotency.key_reused' },
    });
  });

  test('lets an item whose key was spent on another push fail alone (IDEM-18)', () => {
    const world = new World();
    world.push({}, keyed('item 0', 'another body'));
    const { status, body } = batch(world, [aPush(), aPush({ subject: 'Two' })]);
    expect(status).toBe(200);
    expect(results(body)).toMatchObject([
      {
        ok: false,
        error_code: 'idempotency.key_reused',
        detail: expect.stringMatching(/^Idempotency-Key: \S/),
      },
      { ok: true },
    ]);
  });

  test('says of an item whose person was erased since that its message is gone (ERASE-9)', () => {
    const world = new World();
    batch(world, [aPush()]);
    for (const record of world.set.idempotencyRecords.values()) {
      world.set.idempotencyRecords.save(withoutPerson(record));
    }
    expect(results(batch(world, [aPush()]).body)).toMatchObject([
      { ok: false, error_code: 'message.not_found', detail: 'The message is gone' },
    ]);
  });

  test('refuses an item whose key is spent as a conflict, even if the item must not spend it (IDEM-10)', () => {
    const world = new World();
    const unstorable = { push: null, refusal: JSON.stringify(MISSING), spends_key: false };
    const fails = (error_code: string) => [{ ok: false, error_code }];
    expect(results(batch(world, [unstorable]).body)).toMatchObject(fails('common.validation_failed'));
    world.push({}, keyed('item 0', 'another body'));
    expect(results(batch(world, [unstorable]).body)).toMatchObject(fails('idempotency.key_reused'));
  });

  test('takes all its keys as new after 24 hours (IDEM-7)', () => {
    const world = new World();
    batch(world, [aPush()], keyed('batch'));
    world.wait(DAY);
    expect(batch(world, [aPush()], keyed('batch')).replayed).toBe(false);
    expect(world.messages()).toHaveLength(2);
  });
});

type Item = Pick<BatchItem, 'push' | 'refusal'> & Partial<BatchItem>;

function aPush(push: Partial<PushMessage> = {}): Item {
  return { push: { ...PLAIN_PUSH, ...push }, refusal: null };
}

/** Each item has a key made from its index, as the items of a batch under one key have. */
function batch(world: World, items: readonly Item[], more = {}): Brought {
  const keyedItems = items.map((item, index) => ({
    recipient_email: null,
    spends_key: true,
    ...item,
    idempotency: {
      key_hash: Buffer.from(`item ${String(index)}`),
      fingerprint: Buffer.from(`body of ${String(index)}`),
    },
  }));
  return world.apply(world.command({ PushBatch: { items: keyedItems } }, more));
}

interface ItemResult {
  readonly index: number;
  readonly ok: boolean;
  readonly result: { readonly id: string } | null;
}

function results(body: Brought['body']): readonly ItemResult[] {
  return body?.['results'] as readonly ItemResult[];
}

function aNumber(index: number): string {
  return `+44770090${String(1_000 + index)}`;
}
