import type { Command } from '../../schemas/generated/command';
import { topics } from '../../schemas/topics';
import { PLAIN_PUSH } from '../../streams/ledger/tests/fixtures/scenario';
import { findAnswers } from '../../streams/runtime/commands/outcomes';
import {
  aNewBusiness,
  append,
  appendRaw,
  balanceOf,
  commandFor,
  countOf,
  pushFor,
  topUpOf,
} from '../fixtures/log-client';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
beforeAll(async () => {
  world = await openWorld({ partitions: 1 });
  await world.start('pipeline', 'ledger').ready();
});
afterAll(() => world.close());

test('a record that is no command is parked', async () => {
  const business = aNewBusiness();
  await appendRaw(world, [{ partition: 0, value: Buffer.from('{"no": "avro"}') }]);
  await append(world, [business.creation, topUpOf(business.id, 1)]);
  await until('what follows is applied', async () => (await balanceOf(world, business.id)) === 1);

  expect(await deadLetters('undecodable')).toEqual([
    { commandId: null, payload: Buffer.from('{"no": "avro"}') },
  ]);
});

test('a text that Postgres refuses is answered with 422, and its neighbours in the batch are applied (ERR-15)', async () => {
  const business = aNewBusiness();
  const poison = pushFor(business.id, 'NUL \u0000 here');
  await append(world, [
    business.creation,
    topUpOf(business.id, 1),
    poison,
    pushFor(business.id),
    topUpOf(business.id, 2),
  ]);
  await until('what follows is applied', async () => (await balanceOf(world, business.id)) === 3);

  expect(await countOf(world, 'messages', business.id)).toBe(1);
  expect(await answerTo(poison)).toEqual({
    status: 422,
    body: '{"error_code":"request.unstorable_input"}',
    replayed: false,
  });
  expect(await deadLetters('unstorable')).toMatchObject([{ commandId: poison.command_id }]);
});

test('a command that fails because of a defect is answered with 500, and the partition goes on', async () => {
  await world.database.query(
    {
      name: 'test-defect',
      text: `ALTER TABLE credit_entries ADD CONSTRAINT planted_defect CHECK (amount <> 13)`,
    },
    [],
  );
  const business = aNewBusiness();
  const poison = topUpOf(business.id, 13);
  await append(world, [business.creation, poison, topUpOf(business.id, 2)]);
  await until('what follows is applied', async () => (await balanceOf(world, business.id)) === 2);

  expect(await answerTo(poison)).toMatchObject({
    status: 500,
    body: '{"error_code":"service.internal_error"}',
  });
  expect(await deadLetters('defect')).toMatchObject([{ commandId: poison.command_id }]);
});

test('a parked command that is read from the log again is not applied (HAZ-13)', async () => {
  const business = aNewBusiness();
  const poison = commandFor(business.id, { TopUp: { amount: 13, note: null } });
  await append(world, [business.creation, poison, poison, topUpOf(business.id, 4)]);
  await until('what follows is applied', async () => (await balanceOf(world, business.id)) === 4);
  const parked = await deadLetters('defect');
  expect(parked.filter(({ commandId }) => commandId === poison.command_id)).toHaveLength(1);
});

test('erasing WhatsApp history removes a parked reply, and nothing else that names the person (ERASE-15)', async () => {
  await world.database.query(
    {
      name: 'test-defect-of-replies',
      text: `ALTER TABLE whatsapp_replies ADD CONSTRAINT planted_defect CHECK (text <> 'Trip')`,
    },
    [],
  );
  const business = aNewBusiness();
  await append(world, [business.creation, pushFor(business.id)]);
  const [pushed] = await until('there is a message', async () => {
    const text = 'SELECT id AS message_id, recipient_id FROM messages WHERE business_id = $1';
    const rows = await world.database.query<Pushed>({ name: 'test-pushed', text }, [business.id]);
    return rows.length > 0 ? rows : undefined;
  });
  const words = { phone: '+447700900123', text: 'Trip', provider_id: 'wamid.trip', received_at: Date.now() };
  const reply = commandFor(business.id, { ReceiveReply: { ...pushed!, ...words } });
  const refused = pushFor(business.id, 'NUL \u0000 there');
  await append(world, [reply, refused]);
  const parked = () => deadLettersOf(business.id);
  await until('both are parked', async () => (await parked()).length === 2);

  const { recipient_email } = PLAIN_PUSH;
  await append(world, [commandFor(business.id, { EraseWhatsapp: { recipient_email } })]);
  await until('one of them is gone', async () => (await parked()).length === 1);
  expect(await parked()).toEqual([{ commandId: refused.command_id }]);
});

interface Pushed {
  readonly message_id: string;
  readonly recipient_id: string;
}

async function deadLettersOf(businessId: string): Promise<{ commandId: string }[]> {
  const text = 'SELECT command_id AS "commandId" FROM dead_letters WHERE business_id = $1';
  return world.database.query({ name: 'test-letters', text }, [businessId]);
}

async function answerTo(command: Command): Promise<unknown> {
  return (await findAnswers(world.database, [command.command_id])).get(command.command_id);
}

async function deadLetters(reason: string): Promise<{ commandId: string | null; payload: Buffer }[]> {
  return world.database.query(
    {
      name: 'test-dead-letters',
      text: 'SELECT command_id AS "commandId", payload FROM dead_letters WHERE reason = $1 ORDER BY log_offset',
    },
    [reason],
  );
}

test('a dead letter holds the whole command, so that it can be replayed', async () => {
  const [deadLetter] = await deadLetters('unstorable');
  const command = await world.codec.decode(topics.commands, deadLetter!.payload);
  expect(command.body).toMatchObject({ PushMessage: { subject: 'NUL \u0000 here' } });
});
