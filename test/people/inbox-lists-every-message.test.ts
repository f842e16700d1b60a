import { aReader, linkOf, subjectsOf, tokenFor, unfoldedIn } from '../fixtures/inbox';
import { request } from '../fixtures/merchant';
import { openDatabase, startBeside } from '../fixtures/product';
import type { ServiceProcess } from '../fixtures/service-process';

const database = openDatabase();
let inbox: ServiceProcess;
let url: string;

beforeAll(async () => {
  inbox = startBeside({}, 'inbox');
  url = await inbox.ready();
});
afterAll(async () => {
  expect(await inbox.stop()).toBe(0);
  await database.close();
});

describe('the inbox', () => {
  test("shows a hundred messages at a time down to the oldest, and the link's message however old it is (INBOX-5)", async () => {
    const pushes = Array.from({ length: 104 }, (_, n) => ({
      subject: `Number ${n}`,
      body: `Words of ${n}. ${'x'.repeat(9_000)}`,
    }));
    const reader = await aReader(database, pushes);
    const newest = await request(`${url}/i/${tokenFor(linkOf(reader))}`);
    expect(subjectsOf(newest.text)).toEqual(
      pushes
        .slice(4)
        .map(({ subject }) => subject)
        .reverse(),
    );
    expect(newest.text.length).toBeLessThan(50_000);
    const [, older = ''] = /href="(\?before=\w+)">Older messages/.exec(newest.text) ?? [];
    const rest = await request(`${url}/i/${tokenFor(linkOf(reader))}${older}`);
    expect(subjectsOf(rest.text)).toEqual(['Number 3', 'Number 2', 'Number 1', 'Number 0']);
    expect(rest.text).not.toContain('Older messages');
    expect(unfoldedIn(rest)).toBeUndefined();
    const one = await request(`${url}/i/${tokenFor(linkOf(reader))}${older}&m=${reader.messageIds[1]!}`);
    expect([subjectsOf(one.text).length, unfoldedIn(one)]).toEqual([4, reader.messageIds[1]]);

    const oldest = await request(`${url}/i/${tokenFor(linkOf(reader, reader.messageIds[0]))}`);
    expect(unfoldedIn(oldest)).toBe(reader.messageIds[0]);
    expect(oldest.text).toContain('Words of 0.');
    expect(subjectsOf(oldest.text).at(-1)).toBe('Number 0');
    expect(subjectsOf(oldest.text)).toHaveLength(101);
  });

  test('offers older messages only if there is one', async () => {
    const reader = await aReader(
      database,
      Array.from({ length: 101 }, () => ({ notify: false })),
    );
    const opened = (messageId?: string) => request(`${url}/i/${tokenFor(linkOf(reader, messageId))}`);
    expect((await opened(reader.messageIds[0])).text).not.toContain('Older messages');
    expect((await opened()).text).toContain('Older messages');
  });

  test('lists every message beside one of the greatest weight', async () => {
    const heavy = { subject: 'Heavy', body: 'http://a.bc/ '.repeat(769) };
    const reader = await aReader(database, [{ subject: 'Older' }, heavy, { subject: 'Newer' }]);
    const { text } = await request(`${url}/i/${tokenFor(linkOf(reader, reader.messageIds[1]))}`);
    expect(subjectsOf(text)).toEqual(['Newer', 'Heavy', 'Older']);
  });
});
