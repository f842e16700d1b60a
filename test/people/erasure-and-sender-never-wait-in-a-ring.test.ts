import type { Command } from '../../schemas/generated/command';
import { aBusiness, aPush, BUSINESS, command } from '../../streams/ledger/tests/fixtures/scenario';
import type { Sql } from '../../streams/runtime/postgres/database';
import { claim } from '../../streams/sender/claim';
import { lockSends } from '../../streams/sender/claim-store';
import { takeAutoReplies } from '../../streams/sender/auto-replies';
import { untilHeldUp } from '../fixtures/held-up';
import { GOES, openLedgerAlone, workFor, type LedgerAlone } from '../fixtures/ledger-alone';

/** Ada, who is being erased, and Bob, each with an email that waits. */
let ledger: LedgerAlone;
let sends: readonly { id: string; messageId: string; recipientId: string }[];
let nextStep: Command;
beforeEach(async () => {
  ledger = await openLedgerAlone();
  await ledger.apply(aBusiness(), aPush(2), aPush(3, { recipient_email: 'bob@example.com' }));
  sends = await ledger.database.query(SENDS, [BUSINESS]);
  const erasing = command(4, { EraseRecipient: { recipient_email: 'ada@example.com' } });
  await ledger.apply(erasing);
  nextStep = command(6, { EraseChunk: { erasure_id: erasing.command_id } });
});
afterEach(() => ledger.close());

test('an erasure in one batch with other commands locks all sends in the order of their ids, as senders do (HAZ-15)', async () => {
  const [doomed, called] = sends.map(({ id }) => workFor(id));
  let applied: Promise<unknown> | undefined;
  await ledger.database.transaction(async (sender) => {
    await lockSends(sender, [doomed!]);
    applied = begin(retractionOfBobs(), nextStep);
    await untilHeldUp(ledger.database);
    await lockSends(sender, [called!]);
  });
  await applied;
  expect(await ledger.database.query(SENDS, [BUSINESS])).toMatchObject([{ id: called!.sendId }]);
});

test('a sender that claims nudges and automatic replies together locks the sends first, as an erasure does (HAZ-15)', async () => {
  const [answer] = await answersToAda('aut_01kf0000000000000000000001');
  let applied: Promise<unknown> | undefined;
  const midway = async () => {
    if (applied !== undefined) return;
    applied = begin(retractionOfBobs(), nextStep);
    await untilHeldUp(ledger.database);
  };
  const channel = {
    checkGates: () => midway().then(() => () => GOES),
    silenced: () => midway().then(() => new Set<string>()),
  };
  const moment = { sender: 's/1', now: new Date(), startedAt: new Date() };
  const claims = await claim(ledger.database, channel, [answer!, workFor(sends[1]!.id)], moment);
  expect(claims.map(({ step }) => step).toSorted()).toEqual(['auto_reply', 'submit']);
  await applied;
});

test('senders and erasures lock the automatic replies to one person in the order of their ids', async () => {
  const [last, first] = await answersToAda(
    'aut_01kf0000000000000000000002',
    'aut_01kf0000000000000000000001',
  );
  const take = (sender: Sql, work = first!) => takeAutoReplies(sender, [work], new Date());
  let applied: Promise<unknown> | undefined;
  await ledger.database.transaction(async (sender) => {
    expect((await take(sender)).size).toBe(1);
    applied = begin(nextStep);
    await untilHeldUp(ledger.database);
    expect((await take(sender, last)).size).toBe(1);
  });
  await applied;
});

function retractionOfBobs(): Command {
  return command(5, { RetractMessage: { message_id: sends[1]!.messageId } });
}

function begin(...commands: readonly Command[]): Promise<unknown> {
  const applied = ledger.apply(...commands);
  applied.catch(() => undefined);
  return applied;
}

async function answersToAda(...ids: readonly string[]) {
  for (const id of ids) {
    await ledger.database.query(ANSWER, [BUSINESS, id, sends[0]!.recipientId, new Date()]);
  }
  return ids.map((id) => workFor(id));
}

const SENDS = {
  name: 'test-sends-in-order',
  text: `
    SELECT id, message_id AS "messageId", recipient_id AS "recipientId" FROM sends WHERE business_id = $1 ORDER BY id`,
};
const ANSWER = {
  name: 'test-answer',
  text: `
    INSERT INTO auto_replies (business_id, id, channel, recipient_id, address, text, cause, created_at)
    VALUES ($1, $2, 'email', $3, 'shop@example.com', 'Ada wrote', $2, $4)`,
};
