import {
  aNewBusiness,
  append,
  commandFor,
  outboxSize,
  PAID_CHANNELS,
  paidPush,
} from '../fixtures/log-client';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

const NEXT = '+447700900456';
let world: World;

beforeAll(async () => {
  world = await openWorld({ partitions: 1 });
  await world.start('pipeline', 'ledger').ready();
});
afterAll(() => world.close());

interface Timing {
  readonly phone: string;
  readonly textedAt: number;
  readonly leftAt: number;
}

/**
 * Applies the change of number first and the STOP second, no matter which was made first. Returns since when the
 * recipient counts as stopped.
 */
async function stoppedAfter({ phone, textedAt, leftAt }: Timing): Promise<Date | null> {
  const { id, creation } = aNewBusiness(PAID_CHANNELS);
  const recipient_email = 'ada@example.com';
  const recipient = async (held: string | null) => {
    const rows = await world.database.query<{ at: Date | null }>(RECIPIENT, [id, held]);
    return rows[0];
  };
  await append(world, [creation, paidPush(id, { recipient_email, recipient_phone: phone })]);
  await until('the number is held', () => recipient(phone));
  const move = { SetPhone: { recipient_email, phone: NEXT, source: 'api' } };
  await append(world, [commandFor(id, move, { issued_at: leftAt })]);
  await until('it is left', () => recipient(NEXT));
  const text = { channel: 'sms', phone, own_number: '+447700900999', word: 'stop', written_at: null };
  const stop = { ReceiveText: { ...text, provider_id: `SM${id}` } };
  await append(world, [commandFor('platform-1', stop, { issued_at: textedAt })]);
  await until('the text is answered', async () => (await world.database.query(ANSWER, [phone])).length === 1);
  await until('nothing waits', async () => (await outboxSize(world)) === 0);
  await append(world, [commandFor(id, { ClearPhone: { recipient_email } })]);
  return (await until('all is applied', () => recipient(null))).at;
}

test('a STOP counts for the holder of the number when it was received, even if they have changed it since (CONSENT-13)', async () => {
  const now = Date.now();
  const timing = { phone: '+447700900123', textedAt: now, leftAt: now + 1_000 };
  expect(await stoppedAfter(timing)).not.toBeNull();
});

test('a text from a number does not count for a recipient who left the number before', async () => {
  const now = Date.now() + 2_000;
  const timing = { phone: '+447700900124', textedAt: now + 1_000, leftAt: now };
  expect(await stoppedAfter(timing)).toBeNull();
});

const ANSWER = { name: 'test-answer', text: 'SELECT FROM auto_replies WHERE address = $1' };
const RECIPIENT = {
  name: 'test-recipient',
  text: `
    SELECT sms_text_stopped_at AS at FROM recipients
    WHERE business_id = $1 AND phone IS NOT DISTINCT FROM $2::text`,
};
