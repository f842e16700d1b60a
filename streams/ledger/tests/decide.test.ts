import { aBusiness, aPush, command, given, idOf, keyed, NOW } from './fixtures/scenario';

const DAY = 24 * 60 * 60 * 1_000;

describe('a command is applied once (IDEM-16)', () => {
  test('the same command read again gets the same answer and changes nothing', () => {
    const push = aPush(2);
    given(aBusiness(), push)
      .when(push)
      .then(({ status, body, outputs, written }) => {
        expect(status).toBe(201);
        expect(body).toMatchObject({ id: idOf('msg', 2) });
        expect(outputs).toEqual([]);
        expect(Object.values(written).flat()).toEqual([]);
      });
  });

  test('the same key and body replay the first answer, and nothing is written or sent again (IDEM-4)', () => {
    given(aBusiness(), aPush(2, {}, keyed('order-1')))
      .when(aPush(3, {}, keyed('order-1')))
      .then(({ status, body, replayed, outputs, written }) => {
        expect(status).toBe(201);
        expect(replayed).toBe(true);
        expect(body).toMatchObject({ id: idOf('msg', 2) });
        expect(outputs).toEqual([]);
        expect(written.messages).toEqual([]);
        // This request waits for the outcome of its own command id.
        expect(written.commandOutcomes).toMatchObject([{ commandId: idOf('cmd', 3), status: 201 }]);
        expect(written.idempotencyRecords).toEqual([]);
      });
  });

  test('an outcome that spends its key is stored once, under the key', () => {
    given(aBusiness())
      .when(aPush(2, {}, keyed('order-1')))
      .then(({ written }) => {
        expect(written.idempotencyRecords).toMatchObject([{ commandId: idOf('cmd', 2), status: 201 }]);
        expect(written.commandOutcomes).toEqual([]);
      });
  });

  test('a command with a key that is read twice in one batch changes nothing the second time, and is no replay', () => {
    const push = aPush(2, {}, keyed('order-1'));
    given(aBusiness(), push)
      .when(push)
      .then(({ status, replayed, outputs, written }) => {
        expect([status, replayed, outputs]).toEqual([201, false, []]);
        expect(Object.values(written).flat()).toEqual([]);
      });
  });

  test('the same key with another body is 409, and the first answer stays (IDEM-5)', () => {
    given(aBusiness(), aPush(2, {}, keyed('order-1')))
      .when(aPush(3, { subject: 'Another' }, keyed('order-1', 'another body')))
      .then(({ status, body, written }) => {
        expect(status).toBe(409);
        expect(body).toEqual({ error_code: 'idempotency.key_reused' });
        expect(written.idempotencyRecords).toEqual([]);
      });
  });

  test.each([
    ['a moment before 24 hours', 2_000 + DAY - 1, true],
    ['after 24 hours', 2_000 + DAY, false],
  ])('%s the key is remembered: %# (IDEM-7)', (_when, afterMs, remembered) => {
    given(aBusiness(), aPush(2, {}, keyed('order-1')))
      .when(aPush(3, {}, { ...keyed('order-1'), issued_at: NOW + afterMs }))
      .then(({ replayed }) => {
        expect(replayed).toBe(remembered);
      });
  });

  test('a refusal leaves the key unspent (IDEM-8)', () => {
    given()
      .when(aPush(1, {}, keyed('order-1')))
      .then(({ status, written }) => {
        expect(status).toBe(404);
        expect(written.idempotencyRecords).toEqual([]);
        expect(written.commandOutcomes).toHaveLength(1);
      });
  });

  test.each([
    ['nobody waits for is not stored', null, 0],
    ['somebody waits for, as for a dead letter, is stored', 'console-1', 1],
  ])('the outcome of a report that %s', (_which, reply_to, kept) => {
    const report = { send_id: idOf('snd', 1), status: 'delivered', provider_id: null, address_hash: null };
    given(aBusiness())
      .when(command(2, { ReportDelivery: report }, { reply_to }))
      .then(({ status, written }) => {
        expect(status).toBe(404);
        expect(written.commandOutcomes).toHaveLength(kept);
      });
  });

  test.each([
    ['without the hash of its address', [aBusiness()], null],
    ['of an unknown business', [], Buffer.alloc(32)],
  ])('a bounce of an unknown email, %s, suppresses nothing', (_which, history, address_hash) => {
    const report = { send_id: idOf('snd', 1), status: 'bounced_hard', provider_id: null, address_hash };
    given(...history)
      .when(command(2, { ReportDelivery: report }, { reply_to: 'console-1' }))
      .then(({ status, written }) => {
        expect(status).toBe(404);
        expect([...written.suppressions, ...written.platformSuppressions]).toEqual([]);
      });
  });

  test('a tick does nothing and answers nobody', () => {
    given()
      .when(command(1, { Tick: {} }))
      .then(({ status, outputs, written }) => {
        expect(status).toBeUndefined();
        expect(outputs).toEqual([]);
        expect(Object.values(written).flat()).toEqual([]);
      });
  });

  test('a request at fault spends its key on the refusal (IDEM-8)', () => {
    const detail = JSON.stringify([{ type: 'missing', loc: ['body', 'subject'], msg: 'Field required' }]);
    const refusal = (n: number) =>
      command(n, { Refuse: { detail, recipient_email: null } }, keyed('order-1'));
    given(aBusiness(), refusal(2))
      .when(refusal(3))
      .then(({ status, body, replayed }) => {
        expect([status, replayed]).toEqual([422, true]);
        expect(body).toEqual({
          error_code: 'common.validation_failed',
          detail: JSON.parse(detail) as unknown,
        });
      });
  });
});
