import type { BusinessSettings, Command } from '../../schemas/generated/command';
import { changed } from '../../streams/ledger/tests/fixtures/scenario';
import { claim } from '../../streams/sender/claim';
import { workOf } from '../../streams/sender/work';
import { smsChannel } from '../../streams/channels/sms/sender/sending-channel';
import {
  aNewBusiness,
  append,
  balanceOf,
  commandFor,
  PAID_CHANNELS,
  paidPush,
  sendsOf,
  topUpOf,
  type NewBusiness,
  type SendRow,
} from '../fixtures/log-client';
import { openProviders, type Providers } from '../fixtures/providers';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
let providers: Providers;
let senders: ServiceProcess | undefined;
beforeAll(async () => {
  providers = await openProviders();
  world = await openWorld({ partitions: 2, env: { ...providers.env, SMS_WARMUP_PER_DAY: '2' } });
  await world.start('pipeline', 'ledger').ready();
});
afterEach(async () => {
  expect(await senders?.stop()).toBe(0);
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('a queued send that may no longer go is skipped with its reason, and its credits come back (CHAN-5)', async () => {
  const paused = await queued(aNewBusiness(PAID_CHANNELS));
  const silenced = await queued(aNewBusiness(PAID_CHANNELS));
  await append(world, [change(paused, { sending_paused: true }), change(silenced, { sms_mode: 'off' })]);
  await startSenders();

  expect(await endedOf(paused)).toMatchObject([
    { channel: 'email', state: 'skipped', skippedReason: 'sending_paused' },
    { channel: 'sms', state: 'skipped', skippedReason: 'sending_paused', credits: 0 },
    { channel: 'whatsapp', state: 'skipped', skippedReason: 'sending_paused', credits: 0 },
  ]);
  expect(await endedOf(silenced)).toMatchObject([
    { channel: 'email', submittedAt: expect.any(Date) },
    { channel: 'sms', state: 'skipped', skippedReason: 'sms_disabled', credits: 0 },
    { channel: 'whatsapp', submittedAt: expect.any(Date), credits: 1 },
  ]);
  expect([await balanceOf(world, paused.id), await balanceOf(world, silenced.id)]).toEqual([10, 9]);
  const reached = [...providers.email.arrived, ...providers.sms.arrived, ...providers.whatsapp.arrived];
  expect(reached.map(({ businessId }) => businessId)).toEqual([silenced.id, silenced.id]);
});

test("caps are checked last: a day's number of sends goes, however they are claimed, and the rest are skipped (CHAN-7)", async () => {
  const business = aNewBusiness({ sms_mode: 'on', email_daily_cap: 3, email_allowance: 2 });
  const pushes = Array.from({ length: 5 }, (_, index) =>
    paidPush(business.id, {
      recipient_email: `person-${index}@example.com`,
      recipient_phone: `+44770090010${index}`,
    }),
  );
  await append(world, [business.creation, topUpOf(business.id, 10), ...pushes.slice(0, 4)]);
  await startSenders();
  await endedOf(business, 8);
  await append(world, pushes.slice(4));
  const sends = await endedOf(business, 10);

  const reasonsOf = (wanted: string): (string | null)[] =>
    sends.filter(({ channel }) => channel === wanted).map(({ skippedReason }) => skippedReason);
  expect(reasonsOf('email').toSorted()).toEqual(
    [null, null, null, 'daily_cap_reached', 'daily_cap_reached'].toSorted(),
  );
  expect(reasonsOf('sms').filter((reason) => reason === 'sms_warmup_cap_reached')).toHaveLength(3);
  expect(await balanceOf(world, business.id)).toBe(8);
  const published = await until('the event of the used-up allowance is published', () =>
    world.database
      .query<{ data: object }>(
        {
          name: 'test-allowance',
          text: "SELECT data FROM events WHERE business_id = $1 AND type = 'plan.allowance_exceeded'",
        },
        [business.id],
      )
      .then((rows) => (rows.length > 0 ? rows : undefined)),
  );
  expect(published).toEqual([{ data: expect.objectContaining({ allowance: 2, used: 3 }) }]);
});

test('of ten texts to one number at one moment, the first five are sent (CHAN-11)', async () => {
  const business = aNewBusiness({ sms_mode: 'on' });
  await world.startWith({}, 'pipeline', 'timers').ready();
  senders = world.startWith({ SMS_WARMUP_PER_DAY: '100' }, 'pipeline', 'sms-sender');
  await senders.ready();
  const moment = Date.now() + 3_000;
  const pushes = Array.from({ length: 7 }, () =>
    paidPush(business.id, { send_at: moment, channels: ['sms'] }),
  );
  await append(world, [business.creation, topUpOf(business.id, 10), ...pushes]);
  const texts = await until('all have ended', async () => {
    const all = (await sendsOf(world, business.id)).filter(({ channel }) => channel === 'sms');
    return all.length === 7 && all.every(hasEnded) ? all : undefined;
  });
  expect(texts.filter(({ skippedReason }) => skippedReason === 'rate_limited')).toHaveLength(2);
  expect(texts.filter(({ submittedAt }) => submittedAt !== null)).toHaveLength(5);
});

test('a STOP holds for all texts from the number it was sent to, before their businesses process it (CONSENT-9, HAZ-26)', async () => {
  const [stopped, other] = ['+447700900901', '+447700900902'];
  await world.database.query(TEXTED_STOP, [numberHash('+447700900123'), stopped, new Date()]);
  expect(await claimText(await queued(aNewBusiness(PAID_CHANNELS)), stopped)).toMatchObject([
    { step: 'skip', reason: 'stopped' },
  ]);
  expect(await claimText(await queued(aNewBusiness(PAID_CHANNELS)), other)).toMatchObject([
    { step: 'submit' },
  ]);
});

/** No process computes this hash, so the stop exists for this test only. */
const numberHash = (phone: string): Buffer => Buffer.from(`of this test: ${phone}`);
const TEXTED_STOP = { name: 'test-texted-stop', text: "INSERT INTO texted_stops VALUES ($1, $2, 'sms', $3)" };

/** Claims as a sender would that texts from this number. */
async function claimText({ id }: NewBusiness, smsSender: string): ReturnType<typeof claim> {
  const text = (await sendsOf(world, id)).find(({ channel }) => channel === 'sms');
  const link = { code: id, url: 'https://inbox.example/s/code', path: '/s/code' };
  const house = { links: { short: () => link }, warmUp: { perDay: 100, days: 14 }, smsSender };
  const work = workOf({ business_id: id, send_id: text!.id, attempt: 1 }, () => undefined);
  const moment = { sender: 'of this test', now: new Date(), startedAt: new Date() };
  return claim(world.database, smsChannel({ ...house, hashNumber: numberHash }), [work], moment);
}

async function queued(business: NewBusiness): Promise<NewBusiness> {
  await append(world, [business.creation, topUpOf(business.id, 10), paidPush(business.id)]);
  await until('it is queued', async () => (await sendsOf(world, business.id)).length === 3);
  return business;
}

function change({ id }: NewBusiness, settings: Partial<BusinessSettings>): Command {
  return commandFor(id, { ChangeBusiness: { settings: changed(settings) } });
}

async function startSenders(): Promise<void> {
  senders = world.start('pipeline', 'email-sender', 'sms-sender', 'whatsapp-sender');
  await senders.ready();
}

async function endedOf({ id }: NewBusiness, count = 3): Promise<SendRow[]> {
  return until('all have ended', async () => {
    const sends = await sendsOf(world, id);
    return sends.length === count && sends.every(hasEnded) ? sends : undefined;
  });
}

function hasEnded({ state, submittedAt }: SendRow): boolean {
  return state !== 'queued' ? state !== 'scheduled' : submittedAt !== null;
}
