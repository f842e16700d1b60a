import { aBusiness, aPush, BUSINESS, command, HOUSE, NOW } from '../streams/ledger/decide/given/scenario';
import { ledger } from '../streams/ledger/topology';
import type { Command } from '../schemas/generated/command';
import { lockSends } from '../streams/sender/claim-store';
import { openLedgerDatabase } from './given/ledger-database';
import { until } from './given/until';

const processor = ledger(HOUSE, () => new Date(NOW), {
  unknownReport: () => undefined,
  parked: () => undefined,
});

test('an erasure in one batch with other commands locks all sends in the order of their ids, as senders do (hazard 13)', async () => {
  const database = await openLedgerDatabase();
  const apply = (...commands: readonly Command[]) =>
    database.transaction((sql) =>
      processor.apply(
        sql,
        commands.map((one) => ({ command: one, nowMs: one.issued_at })),
        Promise.resolve(),
      ),
    );
  try {
    await apply(aBusiness(), aPush(2), aPush(3, { recipient_email: 'bob@example.com' }));
    const sends = await database.query<{ id: string; messageId: string }>(SENDS, [BUSINESS]);
    const [doomed, called] = sends.map(({ id }) => ({ businessId: BUSINESS, sendId: id, attempt: 1 }));
    const erasing = command(4, { EraseRecipient: { recipient_email: 'ada@example.com' } });
    await apply(erasing);

    let applied: Promise<unknown> | undefined;
    await database.transaction(async (sender) => {
      await lockSends(sender, [doomed!]);
      applied = apply(
        command(5, { RetractMessage: { message_id: sends[1]!.messageId } }),
        command(6, { EraseChunk: { erasure_id: erasing.command_id } }),
      );
      applied.catch(() => undefined);
      await until('the ledger waits', async () => (await database.query(WAITING, [])).length > 0);
      await lockSends(sender, [called!]);
    });
    await applied;
    expect(await database.query(SENDS, [BUSINESS])).toMatchObject([{ id: called!.sendId }]);
  } finally {
    await database.close();
  }
});

const SENDS = {
  name: 'test-sends-in-order',
  text: 'SELECT id, message_id AS "messageId" FROM sends WHERE business_id = $1 ORDER BY id',
};
const WAITING = {
  name: 'test-waiting-for-a-lock',
  text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
};
