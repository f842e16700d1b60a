import type { Command } from '../../schemas/generated/command';
import { aNewBusiness, append, commandFor, pushFor, sendsOf, type SendRow } from '../fixtures/log-client';
import { openProviders, type Providers } from '../fixtures/providers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

const A_DAY = 3;

let world: World;
let providers: Providers;
beforeAll(async () => {
  providers = await openProviders();
  world = await openWorld({ env: providers.env });
  await Promise.all([
    world.start('pipeline', 'ledger').ready(),
    world.start('pipeline', 'email-sender').ready(),
  ]);
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('a leaked key cannot flood a mailbox: past the daily cap one person gets no email, erased or not (LIMIT-11)', async () => {
  const business = aNewBusiness({ recipient_daily_emails: A_DAY });
  const rival = aNewBusiness({ recipient_daily_emails: A_DAY });
  const pushes = Array.from({ length: A_DAY + 2 }, (_, n) => pushFor(business.id, `Order ${String(n)}`));
  const toAnother = pushTo(business.id, 'bob@example.com');
  await append(world, [business.creation, rival.creation, ...pushes, toAnother, pushFor(rival.id)]);

  const emails = await ended(business.id, A_DAY + 3);
  const skipped = emails.filter(({ state }) => state === 'skipped');
  expect(skipped.map(({ skippedReason }) => skippedReason)).toEqual(Array(2).fill('recipient_cap_reached'));
  expect((await ended(rival.id, 1))[0]?.submittedAt).not.toBeNull();
  expect(arrivedFrom(business.id)).toBe(A_DAY + 1);
  expect(await reasonsPublished(business.id)).toEqual(Array(2).fill('recipient_cap_reached'));

  // A person with the key can also erase, so the cap counts by the address alone.
  const erased = commandFor(business.id, { EraseRecipient: { recipient_email: 'ada@example.com' } });
  await append(world, [erased, pushFor(business.id, 'Once more')]);
  const [again] = await until('the last one has ended', async () => {
    const sends = await sendsOf(world, business.id);
    const fresh = sends.filter(({ id }) => !emails.some((email) => email.id === id));
    return fresh.some(({ state }) => state === 'skipped') ? fresh : undefined;
  });
  expect(again).toMatchObject({ state: 'skipped', skippedReason: 'recipient_cap_reached' });
  expect(arrivedFrom(business.id)).toBe(A_DAY + 1);
});

function pushTo(businessId: string, recipient_email: string): Command {
  const { body, ...rest } = pushFor(businessId);
  if (!('PushMessage' in body)) throw new Error('no push');
  return { ...rest, body: { PushMessage: { ...body.PushMessage, recipient_email } } };
}

async function ended(businessId: string, count: number): Promise<SendRow[]> {
  return until('all have ended', async () => {
    const sends = await sendsOf(world, businessId);
    const done = sends.filter(({ state, submittedAt }) => state !== 'queued' || submittedAt !== null);
    return done.length === count ? done : undefined;
  });
}

function arrivedFrom(businessId: string): number {
  return providers.email.arrived.filter((one) => one.businessId === businessId).length;
}

/** The reasons that merchants get. */
async function reasonsPublished(businessId: string): Promise<unknown[]> {
  const text = `
    SELECT data ->> 'reason' AS reason FROM events WHERE business_id = $1 AND type = 'message.not_sent'`;
  const rows = await world.database.query<{ reason: string }>({ name: 'test-reasons', text }, [businessId]);
  return rows.map(({ reason }) => reason);
}
