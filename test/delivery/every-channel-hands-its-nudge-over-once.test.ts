import { topics } from '../../schemas/topics';
import {
  aNewBusiness,
  append,
  PAID_CHANNELS,
  paidPush,
  readCommitted,
  sendsOf,
  topUpOf,
} from '../fixtures/log-client';
import { bodyOf, openProviders, type Providers } from '../fixtures/providers';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';
import { openWorld, type World } from '../fixtures/world';

let world: World;
let providers: Providers;
let senders: ServiceProcess[];
beforeAll(async () => {
  providers = await openProviders();
  world = await openWorld({ partitions: 2, env: providers.env });
  const names = ['email-sender', 'sms-sender', 'whatsapp-sender'];
  senders = names.map((name) => world.start('pipeline', name));
  const ledger = world.start('pipeline', 'ledger');
  await Promise.all([...senders, ledger].map((started) => started.ready()));
});
afterAll(async () => {
  await world.close();
  await providers.close();
});

test('a push reaches the provider of every channel, with its links, and is stored as submitted', async () => {
  const business = aNewBusiness(PAID_CHANNELS);
  await append(world, [business.creation, topUpOf(business.id, 10), paidPush(business.id)]);
  await until('all three are stored', async () => {
    const sends = await sendsOf(world, business.id);
    return sends.length === 3 && sends.every(({ submittedAt }) => submittedAt !== null);
  });

  const { from, to, mail } = providers.email.mails[0]!;
  expect([from, to]).toEqual(['updates@mail.test', ['ada@example.com']]);
  expect(mail).toMatchObject({ from: { name: 'Bloom' }, subject: 'Your order' });
  expect(mail.text).toMatch(/http:\/\/inbox\.test\/i\/[\w-]{92}\n/);

  const text = new URLSearchParams(providers.sms.requests[0]!.body);
  expect([text.get('To'), text.get('From')]).toEqual(['+447700900123', '+447700900000']);
  expect(text.get('Body')).toMatch(
    /^Bloom: your order A-17 has shipped\. Details: http:\/\/inbox\.test\/s\/\w{12} /,
  );

  const { to: number, template } = bodyOf(providers.whatsapp.requests[0]!) as {
    to: string;
    template: object;
  };
  expect([number, template]).toMatchObject(['447700900123', { name: 'order_shipped' }]);

  const codes = await world.database.query<{ code: string }>(
    { name: 'test-short-links', text: 'SELECT code FROM short_links WHERE business_id = $1' },
    [business.id],
  );
  expect(codes).toHaveLength(2);
  for (const { code } of codes) {
    expect(`${text.get('Body') ?? ''} ${JSON.stringify(template)}`).toContain(code);
  }
});

test('a record that is read twice, even on two partitions, is submitted once', async () => {
  const business = aNewBusiness();
  await append(world, [business.creation, paidPush(business.id, { subject: 'Once' })]);
  await until('it is stored', async () =>
    (await sendsOf(world, business.id)).some(({ submittedAt }) => submittedAt !== null),
  );
  const records = await readCommitted(world, topics.sendsEmail);
  await publishAgain(records.find(({ business_id }) => business_id === business.id)!);
  await append(world, [paidPush(business.id, { subject: 'Later' })]);
  const mails = (): string[] =>
    providers.email.mails.flatMap(({ mail: { subject } }) => (subject === 'Your order' ? [] : [subject!]));
  await until('the later one has arrived', () => mails().includes('Later'));
  expect(mails()).toEqual(['Once', 'Later']);
});

test('a text that its provider answered with a 5xx may have been sent, so it is not tried again', async () => {
  const business = aNewBusiness({ ...PAID_CHANNELS, whatsapp_mode: 'off' });
  const before = providers.sms.requests.length;
  providers.sms.answer({ status: 500, body: JSON.stringify({ code: 20_500, status: 500 }) });
  await append(world, [business.creation, topUpOf(business.id, 10), paidPush(business.id)]);
  await until('the answer is stored', async () => (await attemptsOf(business.id)).length > 0);
  expect(await attemptsOf(business.id)).toEqual([{ outcome: 'unknown', retries: 0 }]);
  expect(providers.sms.requests).toHaveLength(before + 1);
});

test('a sender that is stopped finishes its submissions and commits its offsets', async () => {
  for (const sender of senders) expect(await sender.stop()).toBe(0);
  const admin = world.kafka.admin();
  await admin.connect();
  const topic = topics.sendsEmail.name;
  const [committed] = await admin.fetchOffsets({ groupId: 'email-sender', topics: [topic] });
  const ends = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  for (const { partition, high } of ends.filter((one) => Number(one.high) > 0)) {
    expect(committed?.partitions).toContainEqual(expect.objectContaining({ partition, offset: high }));
  }
});

async function publishAgain(send: { send_id: string; business_id: string; attempt: number }): Promise<void> {
  const producer = world.kafka.producer();
  await producer.connect();
  const value = world.codec.encode(topics.sendsEmail, send);
  const { name: topic } = topics.sendsEmail;
  await producer.send({ topic, messages: [0, 1].map((partition) => ({ partition, value })) });
  await producer.disconnect();
}

/** The texts that were answered, and how many timers wait to retry them. */
async function attemptsOf(businessId: string) {
  return world.database.query<{ outcome: string; retries: number }>(
    {
      name: 'test-attempts-and-retries',
      text: `
        SELECT a.outcome, (SELECT count(*)::int FROM timers t
          WHERE t.business_id = s.business_id AND t.subject_id = s.id AND t.kind = 'retry') AS retries
        FROM sends s JOIN send_attempts a ON a.business_id = s.business_id AND a.send_id = s.id
        WHERE s.business_id = $1 AND s.channel = 'sms' AND a.outcome IS NOT NULL`,
    },
    [businessId],
  );
}
