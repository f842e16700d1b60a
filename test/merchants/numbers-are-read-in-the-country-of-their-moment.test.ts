import type { Command } from '../../schemas/generated/command';
import type { PostgresDatabase } from '../../services/shared/postgres/postgres';
import { aBusiness, aPush, changed, command, HOUSE, NOW } from '../../streams/ledger/tests/fixtures/scenario';
import { ledger } from '../../streams/ledger/processor';
import { openLedgerDatabase } from '../fixtures/ledger-database';

const NATIONAL = '01511 2345678';
const INTERNATIONAL = '+4915112345678';
const processor = ledger(HOUSE, () => new Date(NOW), {
  unknownReport: () => undefined,
  withheldAnswer: () => undefined,
  parked: () => undefined,
});
let database: PostgresDatabase;
beforeEach(async () => {
  database = await openLedgerDatabase();
});
afterEach(() => database.close());

/** Applies one micro-batch and returns its answers. */
async function apply(...commands: readonly Command[]): Promise<unknown[]> {
  const timed = commands.map((one) => ({ command: one, nowMs: one.issued_at }));
  const applied = await database.transaction((sql) => processor.apply(sql, timed, Promise.resolve()));
  return applied.map(({ answer }) => JSON.parse(answer?.body ?? 'null') as unknown);
}

const moves = (n: number) => command(n, { ChangeBusiness: { settings: changed({ default_country: 'DE' }) } });
const pushes = (n: number) => aPush(n, { recipient_phone: NATIONAL, channels: ['sms'] });
const skippedFor = (skipped_reason: string) => ({ sms: { queued: false, skipped_reason } });

describe('a national number in one batch with a change of default_country', () => {
  test('is stopped if its owner texted a STOP (CONSENT-9)', async () => {
    await apply(aBusiness(1, { sms_mode: 'on', default_country: 'GB' }));
    const numbers = { phone: INTERNATIONAL, own_number: HOUSE.smsSender! };
    const stop = { channel: 'sms', ...numbers, word: 'stop', provider_id: 'SM1', written_at: null };
    await apply(command(2, { ReceiveText: stop }, { business_id: 'platform-1' }));
    const [, answer] = await apply(moves(3), pushes(4));
    expect(answer).toMatchObject(skippedFor('stopped'));
  });

  test('is a conflict if another recipient holds it (CONSENT-4)', async () => {
    await apply(aBusiness(1, { sms_mode: 'on', default_country: 'GB' }));
    await apply(aPush(2, { recipient_email: 'bob@example.com', recipient_phone: INTERNATIONAL }));
    const [, answer] = await apply(moves(3), pushes(4));
    expect(answer).toMatchObject(skippedFor('phone_conflict'));
  });

  test('is read in the country of a business that is created in the same batch', async () => {
    const numbers = { phone: INTERNATIONAL, own_number: HOUSE.smsSender! };
    const stop = { channel: 'sms', ...numbers, word: 'stop', provider_id: 'SM1', written_at: null };
    await apply(command(1, { ReceiveText: stop }, { business_id: 'platform-1' }));
    const [, answer] = await apply(aBusiness(2, { sms_mode: 'on', default_country: 'DE' }), pushes(3));
    expect(answer).toMatchObject(skippedFor('stopped'));
  });
});
