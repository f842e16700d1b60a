import { topics } from '../../../../schemas/topics';
import { NOTHING_TO_ERASE } from '../../erasure/rows-to-erase';
import { withoutErased } from '../../erasure/redact';
import type { IdempotencyRecord } from '../../answers/tables';
import { hashKey } from '../../store/row-keys';
import { WorkingSet } from '../../store/working-set';
import {
  aBusiness,
  aPush,
  bring,
  BUSINESS,
  command,
  given,
  HOUSE,
  idOf,
  keyed,
  PLAIN_PUSH,
} from '../fixtures/scenario';
import { FOR_WHATSAPP, GERMAN_PHONE, OTHER_PHONE, PHONE, World } from '../fixtures/world';

const ADA = 'ada@example.com';
const erasure = (n: number, key = 'e1') =>
  command(n, { EraseRecipient: { recipient_email: ADA } }, { ...keyed(key), reply_to: 'console-1' });

describe('the first step of an erasure', () => {
  test('removes the recipient and leaves the rest to steps that answer the request (ERASE-2)', () => {
    given(aBusiness(), aPush(2))
      .when(erasure(3))
      .then(({ status, outputs, written }) => {
        expect(status).toBeUndefined();
        expect(outputs.map(({ topic }) => topic)).toEqual([topics.eventsAccount.name, topics.commands.name]);
        expect(outputs[1]?.value).toMatchObject({
          reply_to: 'console-1',
          body: { EraseChunk: { erasure_id: idOf('cmd', 3) } },
        });
        expect(JSON.stringify(outputs)).not.toContain(ADA);
        expect(written.erasures).toMatchObject([{ recipientId: idOf('rcp', 2), counts: { recipients: 1 } }]);
      });
  });

  test('reports the erasure to data teams, with the id of the recipient (EVENT-12)', () => {
    given(aBusiness(), aPush(2))
      .when(erasure(3))
      .then(({ outputs }) => {
        const events = outputs.filter(({ topic }) => topic === topics.eventsAccount.name);
        expect(events.map(({ value }) => value)).toMatchObject([
          { type: 'recipient.erased', recipient_id: idOf('rcp', 2) },
        ]);
      });
  });

  test('refuses a twin as under way, without spending its key (ERASE-3)', () => {
    given(aBusiness(), aPush(2), erasure(3))
      .when(erasure(4))
      .then(({ status, body, replayed, outputs }) => {
        expect([status, replayed, outputs]).toEqual([409, false, []]);
        expect(body).toEqual({ error_code: 'idempotency.request_in_progress' });
      });
  });

  test('read twice from the log begins no second erasure and answers nothing (HAZ-13)', () => {
    given(aBusiness(), aPush(2), erasure(3))
      .when(erasure(3))
      .then(({ status, outputs }) => {
        expect([status, outputs]).toEqual([undefined, []]);
      });
  });

  test('makes the key of an erased push answer 404, and 409 for another body (ERASE-9)', () => {
    const pushed = aPush(2, {}, keyed('order-1'));
    given(aBusiness(), pushed, erasure(3))
      .when(aPush(4, {}, keyed('order-1')))
      .then(({ status, body }) => {
        expect([status, body]).toEqual([404, { error_code: 'message.not_found' }]);
      });
    given(aBusiness(), pushed, erasure(3))
      .when(aPush(4, {}, keyed('order-1', 'another body')))
      .then(({ status }) => {
        expect(status).toBe(409);
      });
  });

  test('keeps a stop for the number, and an unsubscribe for a recipient who comes back (ERASE-8)', () => {
    const recipient_id = idOf('rcp', 2);
    const history = [
      aBusiness(),
      aPush(2),
      command(3, { StopChannel: { recipient_id, channel: 'sms', source: 'inbox' } }),
      command(4, { SetPhone: { recipient_email: ADA, phone: '+447700900077', source: 'api' } }),
      command(5, { Unsubscribe: { recipient_id, source: 'inbox' } }),
    ];
    given(...history)
      .when(erasure(6))
      .then(({ written }) => {
        expect(written.numberStops).toMatchObject([{ channel: 'sms', source: 'inbox' }]);
        expect(written.erasures).toMatchObject([{ counts: { email_suppressions: 1, sms_opt_outs: 1 } }]);
      });
    given(...history, erasure(6))
      .when(aPush(7))
      .then(({ body }) => {
        expect(body).toMatchObject({
          created: true,
          nudged: false,
          email: { skipped_reason: 'unsubscribed' },
        });
      });
  });

  test.each([
    ['complained', 'suppressed', []],
    ['bounced_hard', 'suppressed', [{ addressHash: HOUSE.hash('address', ADA) }]],
    ['bounced_soft', null, []],
    ['delivered', null, []],
  ])(
    'lets a later report of %s count by the hash for a recipient who comes back (ERASE-14)',
    (status, reason, platform) => {
      const report = { send_id: idOf('snd', 2), status, provider_id: null };
      const late = (n: number) =>
        command(n, { ReportDelivery: { ...report, address_hash: HOUSE.hash('address', ADA) } });
      const set = new WorkingSet();
      for (const one of [aBusiness(), aPush(2), erasure(3)]) bring(set, one);
      const { written } = bring(set, late(4));
      expect(written.platformSuppressions).toMatchObject(platform);
      expect(written.suppressions).toHaveLength(reason === null ? 0 : 1);
      expect(bring(set, aPush(5)).body).toMatchObject({ email: { skipped_reason: reason } });
    },
  );

  test('is refused for a WhatsApp erasure without a recipient, before anything is written (ERASE-19)', () => {
    given(aBusiness())
      .when(command(2, { EraseWhatsapp: { recipient_email: ADA } }, keyed('w1')))
      .then(({ status, body, written }) => {
        expect([status, body]).toEqual([404, { error_code: 'recipient.not_found' }]);
        expect(written.idempotencyRecords).toEqual([]);
      });
  });
});

describe('an erasure after the number has changed', () => {
  const aMovedRecipient = () => {
    const world = new World({ settings: { whatsapp_mode: 'on' }, credits: 5 });
    world.push(FOR_WHATSAPP);
    world.attempt('whatsapp', 'accepted');
    const { id: message_id, recipientId: recipient_id } = world.message();
    const reply = {
      recipient_id,
      message_id,
      phone: PHONE,
      text: 'Where?',
      provider_id: 'wamid.1',
      received_at: 0,
    };
    world.apply(world.command({ ReceiveReply: reply }));
    world.apply(world.command({ SetPhone: { recipient_email: ADA, phone: OTHER_PHONE, source: 'api' } }));
    return world;
  };

  test.each(['EraseWhatsapp', 'EraseRecipient'])(
    '%s drops the hold of the number that was written from (ERASE-17)',
    (kind) => {
      const world = aMovedRecipient();
      expect([...world.set.acknowledgements.values()]).toHaveLength(1);
      const body = { recipient_email: ADA };
      world.apply(
        world.command(kind === 'EraseWhatsapp' ? { EraseWhatsapp: body } : { EraseRecipient: body }),
      );
      expect([...world.set.acknowledgements.values()]).toEqual([]);
    },
  );

  test('goes on until it has looked under every number that sends went to (ERASE-12)', () => {
    const world = aMovedRecipient();
    world.apply(world.command({ SetPhone: { recipient_email: ADA, phone: GERMAN_PHONE, source: 'api' } }));
    const begin = world.command({ EraseRecipient: { recipient_email: ADA } });
    const step = { EraseChunk: { erasure_id: begin.command_id } };
    const numbers = [GERMAN_PHONE, OTHER_PHONE, PHONE].map((phone) => hashKey(HOUSE.hash('number', phone)));
    world.apply(begin);
    world.set.toErase.set(begin.command_id, { ...NOTHING_TO_ERASE, sends: world.sends('whatsapp') });
    const { outputs, written } = world.apply(world.command(step));
    expect(outputs).toMatchObject([{ topic: topics.commands.name, key: BUSINESS, value: { body: step } }]);
    expect(written.erasures).toMatchObject([{ numbers }]);
    world.set.toErase.set(begin.command_id, NOTHING_TO_ERASE);
    expect(world.apply(world.command(step)).outputs).toEqual([]);
    expect([...world.set.erasures.values()]).toEqual([]);
  });

  test('counts the stops that are kept for a number that only sends still name', () => {
    const world = new World({ settings: { sms_mode: 'on' }, credits: 5 });
    world.push({ recipient_phone: PHONE });
    world.stop('sms');
    world.apply(world.command({ SetPhone: { recipient_email: ADA, phone: OTHER_PHONE, source: 'api' } }));
    world.apply(world.command({ ClearPhone: { recipient_email: ADA } }));
    const begin = world.command({ EraseRecipient: { recipient_email: ADA } });
    world.apply(begin);
    world.set.toErase.set(begin.command_id, { ...NOTHING_TO_ERASE, sends: world.sends('sms') });
    const { written } = world.apply(world.command({ EraseChunk: { erasure_id: begin.command_id } }));
    expect(written.erasures).toMatchObject([{ counts: { sms_opt_outs: 1, whatsapp_opt_outs: 0 } }]);
  });

  test.each([
    ['was given up and is named by no send', []],
    ['was given up and taken back, once', [PHONE]],
  ])('counts the stops that are kept for a number that %s (ERASE-12)', (_what, later) => {
    const world = new World();
    world.push({ recipient_phone: PHONE, channels: ['email'] });
    world.stop('sms');
    world.apply(world.command({ ClearPhone: { recipient_email: ADA } }));
    for (const phone of later) {
      world.apply(world.command({ SetPhone: { recipient_email: ADA, phone, source: 'api' } }));
    }
    const { written } = world.apply(world.command({ EraseRecipient: { recipient_email: ADA } }));
    const numbers = [hashKey(HOUSE.hash('number', PHONE))];
    expect(written.erasures).toMatchObject([{ numbers, counts: { sms_opt_outs: 1 } }]);
  });
});

test.each([
  ['who was messaged, and is counted,', true, 1],
  ['who never was, and is not counted,', false, 0],
])('a stored refusal that names a person %s is erased (ERASE-6)', (_who, isMessaged, counted) => {
  const world = new World();
  const keyHash = Buffer.from('refused');
  const record: IdempotencyRecord = {
    businessId: BUSINESS,
    keyHash,
    fingerprint: Buffer.alloc(0),
    commandId: 'cmd',
    status: 422,
    body: JSON.stringify({ error_code: 'common.validation_failed' }),
    expiresAt: new Date(0),
    person: hashKey(HOUSE.hash('address', ADA)),
    people: null,
  };
  if (isMessaged) world.push();
  world.set.idempotencyRecords.save(record);
  const begin = world.command({ EraseRecipient: { recipient_email: ADA } }, keyed('e1'));
  world.apply(begin);
  world.set.toErase.set(begin.command_id, { ...NOTHING_TO_ERASE, idempotencyRecords: [record] });
  world.apply(world.command({ EraseChunk: { erasure_id: begin.command_id } }));
  const report = world.set.idempotencyRecord(BUSINESS, Buffer.from('e1'))?.body ?? '{}';
  expect(JSON.parse(report)).toMatchObject({ deleted: { stored_responses: counted } });
  expect(world.set.idempotencyRecord(BUSINESS, keyHash)).toMatchObject({ status: 404, person: null });
});

test('two people of one batch who are erased at the same time are both removed from its outcome', () => {
  const world = new World();
  const emails = [ADA, 'bob@example.com'];
  const items = emails.map((recipient_email) => ({
    idempotency: null,
    spends_key: false,
    push: { ...PLAIN_PUSH, recipient_email },
    refusal: null,
    recipient_email: null,
  }));
  world.apply(world.command({ PushBatch: { items } }, keyed('batch')));
  const responses = [...world.set.idempotencyRecords.values()];
  const begun = emails.map((recipient_email) =>
    world.command({ EraseRecipient: { recipient_email } }, keyed(recipient_email)),
  );
  for (const begin of begun) {
    world.apply(begin);
    // Both steps are loaded before either is decided.
    world.set.toErase.set(begin.command_id, { ...NOTHING_TO_ERASE, idempotencyRecords: responses });
  }
  for (const { command_id: erasure_id } of begun) world.apply(world.command({ EraseChunk: { erasure_id } }));
  const left = world.set.idempotencyRecord(BUSINESS, Buffer.from('batch'));
  expect(left?.people).toEqual([null, null]);
  for (const email of emails) expect(left?.body).not.toContain(email);
});

test('an outcome whose key was spent again during the erasure is left alone (ERASE-9)', () => {
  const world = new World();
  world.push({}, keyed('order-1'));
  const responses = [...world.set.idempotencyRecords.values()];
  const begin = world.command({ EraseRecipient: { recipient_email: ADA } }, keyed('e1'));
  world.apply(begin);
  world.set.toErase.set(begin.command_id, { ...NOTHING_TO_ERASE, idempotencyRecords: responses });
  world.nowMs += 25 * 3_600_000;
  const refusal = { detail: '[]', recipient_email: 'bob@example.com' };
  world.apply(world.command({ Refuse: refusal }, keyed('order-1')));
  world.apply(world.command({ EraseChunk: { erasure_id: begin.command_id } }));
  expect(world.set.idempotencyRecord(BUSINESS, Buffer.from('order-1'))?.status).toBe(422);
});

test('only the items of erased people are removed from a batch (ERASE-9)', () => {
  const record: IdempotencyRecord = {
    businessId: 'biz',
    keyHash: Buffer.alloc(0),
    fingerprint: Buffer.alloc(0),
    commandId: 'cmd',
    status: 200,
    body: JSON.stringify({
      results: [
        { index: 0, ok: true },
        { index: 1, ok: true },
      ],
    }),
    expiresAt: new Date(0),
    person: null,
    people: ['rcp_gone', 'rcp_here'],
  };
  const { status, body, people } = withoutErased(record, (id) => id === 'rcp_gone');
  expect([status, people]).toEqual([200, [null, 'rcp_here']]);
  expect(JSON.parse(body)).toEqual({
    results: [
      { index: 0, ok: false, result: null, error_code: 'message.not_found', detail: 'The message is gone' },
      { index: 1, ok: true },
    ],
  });
});
