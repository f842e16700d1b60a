import { newId } from '../../schemas/ids';
import { createActionLimit } from '../../services/inbox/action-limit';
import { openRedis } from '../../services/shared/redis';
import { aReader, askedOf, linkOf, post, submit, tokenFor, type Reader } from '../fixtures/inbox';
import { openDatabase, product, startBeside } from '../fixtures/product';
import { PATIENCE_MS, until } from '../fixtures/until';
import { SILENT } from '../fixtures/world';

const database = openDatabase();
const inbox = startBeside({ INBOX_ACTIONS_PER_MINUTE_PER_LINK: '6' }, 'inbox');
let url: string;
beforeAll(async () => {
  url = await inbox.ready();
});
afterAll(async () => {
  expect(await inbox.stop()).toBe(0);
  await database.close();
});

const linkTo = (reader: Reader, messageId?: string): string =>
  `${url}/i/${tokenFor(linkOf(reader, messageId))}`;

test('an action that would change nothing gets the usual answer, without a command (INBOX-12)', async () => {
  const ada = await aReader(database);
  for (let time = 0; time < 2; time += 1) {
    expect((await post(`${linkTo(ada)}/opened`)).status).toBe(204);
    expect((await post(`${linkTo(ada)}/stop`, '{"channel":"sms"}')).status).toBe(204);
    expect((await post(`${linkTo(ada)}/unsubscribe`)).status).toBe(204);
  }
  expect((await askedOf(ada.businessId)).map((body) => Object.keys(body)[0])).toEqual([
    'OpenMessage',
    'StopChannel',
    'Unsubscribe',
  ]);
});

test('a stop is requested again if the number may have changed since the first one (INBOX-12)', async () => {
  const ada = await aReader(database);
  const changed = {
    name: 'test-number',
    text: 'UPDATE recipients SET phone = $2, left_number_at = now() WHERE id = $1',
  };
  await post(`${linkTo(ada)}/stop`, '{"channel":"sms"}');
  await database.query(changed, [ada.recipientId, '+4915100000000']);
  await post(`${linkTo(ada)}/stop`, '{"channel":"sms"}');
  expect(await askedOf(ada.businessId)).toHaveLength(2);
});

test('a link that acts too often shows a page that asks to wait; no other link waits with it (INBOX-13)', async () => {
  const ada = await aReader(database, [{ subject: 'First' }, { subject: 'Second' }]);
  const refused = await until('the link has used up its actions', async () => {
    const reply = await post(`${linkTo(ada)}/opened`);
    return reply.status === 429 && reply;
  });
  expect(refused.body).toEqual({ error_code: 'request.rate_limited' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const page = await until('a form is refused', async () => {
    const reply = await submit(`${linkTo(ada)}/stop`, 'channel=sms');
    return reply.status === 429 && reply;
  });
  expect(page.text).toContain('One moment, please');
  expect((await post(`${linkTo(ada, ada.messageIds[0])}/opened`)).status).toBe(204);
});

test('an expired link has the same limit, and is not renewed while an email is on its way', async () => {
  const ada = await aReader(database);
  const expired = `${url}/i/${tokenFor(linkOf(ada), Date.now() - 1_000)}`;
  await until('it is refused', async () => (await post(`${expired}/renew`)).status === 429);
  expect(await askedOf(ada.businessId)).toEqual([]);
});

describe('the limit on actions (INBOX-13)', () => {
  const redis = openRedis({ url: product().env['REDIS_URL']!, timeoutMs: PATIENCE_MS }, SILENT);
  afterAll(() => redis.close());
  let nowMs: number;
  const limit = createActionLimit(
    redis,
    { now: () => nowMs },
    { perMinuteAndLink: 30, perSecondAndBusiness: 4 },
  );
  const aLink = (businessId = newId('biz', nowMs)) => ({
    businessId,
    recipientId: newId('rcp', nowMs),
    messageId: newId('msg', nowMs),
  });
  beforeEach(async () => {
    nowMs = Date.now();
    await until('Redis answers', () => redis.isAnswering());
  });
  const taken = async (link: ReturnType<typeof aLink>, times: number): Promise<number> => {
    let allowed = 0;
    for (let n = 0; n < times; n += 1) if ((await limit(link)) === undefined) allowed += 1;
    return allowed;
  };

  test('gives a link thirty at once, and one more every two seconds', async () => {
    const link = aLink();
    expect(await taken(link, 35)).toBe(30);
    expect((await limit(link))?.headers['Retry-After']).toBe('2');
    nowMs += 4_000;
    expect(await taken(link, 5)).toBe(2);
  });

  test('gives a business those of ten seconds at once, and a refused link takes none of them', async () => {
    const greedy = aLink();
    expect(await taken(greedy, 100)).toBe(30);
    expect(await taken(aLink(greedy.businessId), 30)).toBe(10);
    nowMs += 1_000;
    expect(await taken(aLink(greedy.businessId), 30)).toBe(4);
  });

  test('refills a bucket at its rate, even if a clock far ahead filled it last', async () => {
    const link = aLink();
    nowMs += 3_600_000;
    expect(await taken(link, 35)).toBe(30);
    nowMs -= 3_600_000;
    expect(await limit(link)).toBeDefined();
    nowMs += 4_000;
    expect(await taken(link, 5)).toBe(2);
  });
});
