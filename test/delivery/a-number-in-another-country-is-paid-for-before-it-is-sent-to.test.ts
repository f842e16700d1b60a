import {
  aNewBusiness,
  append,
  balanceOf,
  commandFor,
  paidPush,
  sendsOf,
  topUpOf,
  type SendRow,
} from '../fixtures/log-client';
import { openProviders, type Providers } from '../fixtures/providers';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

const BRITISH = '+447700900123';
const GERMAN = '+4915112345678';
const CANADIAN = '+14165550123';

let world: World;
let providers: Providers;
beforeAll(async () => {
  providers = await openProviders();
  world = await openWorld({ env: { ...providers.env, CREDIT_PRICES: 'DE=9' } });
  await world.start('pipeline', 'ledger').ready();
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('a text whose number moves to another country after the charge costs what that country costs, or is not sent (CREDIT-8)', async () => {
  const dearer = await aTextThatMoves({ credits: 10, from: BRITISH, to: GERMAN });
  const cheaper = await aTextThatMoves({ credits: 10, from: GERMAN, to: BRITISH });
  const tooDear = await aTextThatMoves({ credits: 8, from: BRITISH, to: GERMAN });
  const neverTexted = await aTextThatMoves({ credits: 10, from: GERMAN, to: CANADIAN });
  expect(await Promise.all([dearer, cheaper].map((id) => balanceOf(world, id)))).toEqual([9, 1]);

  const sender = world.start('pipeline', 'sms-sender');
  await sender.ready();
  expect(await settled(dearer)).toMatchObject({ state: 'queued', attempt: 2, credits: 9 });
  expect(await settled(cheaper)).toMatchObject({ state: 'queued', attempt: 2, credits: 1 });
  const skipped = { state: 'skipped', credits: 0 };
  expect(await settled(tooDear)).toMatchObject({ ...skipped, skippedReason: 'insufficient_credit' });
  expect(await settled(neverTexted)).toMatchObject({ ...skipped, skippedReason: 'country_not_allowed' });
  expect(await sender.stop()).toBe(0);

  const sentTo = providers.sms.requests.map(({ body }) => new URLSearchParams(body).get('To'));
  expect(sentTo.toSorted()).toEqual([BRITISH, GERMAN].toSorted());
  expect(providers.sms.arrived.map(({ businessId }) => businessId).toSorted()).toEqual(
    [dearer, cheaper].toSorted(),
  );
  expect(await entriesOf(dearer)).toEqual([
    { kind: 'top_up', amount: 10, balance: 10 },
    { kind: 'charge', amount: -1, balance: 9 },
    { kind: 'adjustment', amount: -8, balance: 1, note: 'number now in DE: 9 instead of 1' },
  ]);
  expect(await entriesOf(cheaper)).toEqual([
    { kind: 'top_up', amount: 10, balance: 10 },
    { kind: 'charge', amount: -9, balance: 1 },
    { kind: 'adjustment', amount: 8, balance: 9, note: 'number now in GB: 1 instead of 9' },
  ]);
  const balances = await Promise.all(
    [dearer, cheaper, tooDear, neverTexted].map((id) => balanceOf(world, id)),
  );
  expect(balances).toEqual([1, 9, 8, 10]);
});

/** Charges a text for one number and changes the number before a sender gets to it. Returns the business. */
async function aTextThatMoves({
  credits,
  from,
  to,
}: {
  readonly credits: number;
  readonly from: string;
  readonly to: string;
}): Promise<string> {
  const business = aNewBusiness({ sms_mode: 'on' });
  const recipient_email = 'ada@example.com';
  const charged = paidPush(business.id, { recipient_email, recipient_phone: from, channels: ['sms'] });
  const moved = commandFor(business.id, { SetPhone: { recipient_email, phone: to, source: 'api' } });
  await append(world, [business.creation, topUpOf(business.id, credits), charged, moved]);
  await until('the number has changed', async () => (await phoneOf(business.id)) === to);
  return business.id;
}

async function settled(businessId: string): Promise<SendRow> {
  return until('the text is submitted or skipped', async () => {
    const text = (await sendsOf(world, businessId)).find(({ channel }) => channel === 'sms');
    return text !== undefined && (text.submittedAt !== null || text.state !== 'queued') ? text : undefined;
  });
}

async function phoneOf(businessId: string): Promise<string | undefined> {
  const text = 'SELECT phone FROM recipients WHERE business_id = $1';
  const rows = await world.database.query<{ phone: string }>({ name: 'test-phone', text }, [businessId]);
  return rows[0]?.phone;
}

async function entriesOf(businessId: string): Promise<object[]> {
  const text =
    'SELECT kind, amount, balance, note FROM credit_entries WHERE business_id = $1 ORDER BY position';
  const rows = await world.database.query<{ note: string | null }>({ name: 'test-entries', text }, [
    businessId,
  ]);
  return rows.map(({ note, ...entry }) => (note === null ? entry : { ...entry, note }));
}
