import { connect, type Socket } from 'node:net';
import { newId } from '../../schemas/ids';
import {
  addShortLink,
  aReader,
  askedOf,
  linkOf,
  post,
  submit,
  subjectsOf,
  tokenFor,
  unfoldedIn,
  type Reader,
} from '../fixtures/inbox';
import { request } from '../fixtures/merchant';
import { openDatabase, startBeside } from '../fixtures/product';
import type { ServiceProcess } from '../fixtures/service-process';
import { until } from '../fixtures/until';

const database = openDatabase();
let inbox: ServiceProcess;
let url: string;
let ada: Reader;
let link: string;

beforeAll(async () => {
  inbox = startBeside({}, 'inbox');
  url = await inbox.ready();
});
beforeEach(async () => {
  ada = await aReader(database, [{ subject: 'First' }, { subject: 'Second' }]);
  link = `${url}/i/${tokenFor(linkOf(ada))}`;
});
afterAll(async () => {
  expect(await inbox.stop()).toBe(0);
  await database.close();
});

describe('a link', () => {
  test("opens this recipient's messages of this business, and no page of it is cached, framed or indexed (INBOX-1, INBOX-18)", async () => {
    const { status, text, headers } = await request(link);
    expect(status).toBe(200);
    expect(subjectsOf(text)).toEqual(['Second', 'First']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/);
  });

  test("shows nothing of the same person's messages of another business", async () => {
    await aReader(database, [{ subject: "Another shop's" }]);
    expect((await request(link)).text).not.toContain('Another shop');
  });

  test('opens at the message that is asked for, if it belongs to the recipient', async () => {
    const [first, second] = ada.messageIds;
    const other = await aReader(database);
    expect(unfoldedIn(await request(`${link}?m=${first!}`))).toBe(first);
    expect(unfoldedIn(await request(`${link}?m=nothing`))).toBe(second);
    expect(unfoldedIn(await request(`${link}?m=${other.messageIds[0]!}`))).toBeUndefined();
  });

  test('that is bad, foreign, cut off or expired gets the same page, except for the offer of a new link (INBOX-4)', async () => {
    const token = tokenFor(linkOf(ada));
    const expired = tokenFor(linkOf(ada), Date.now() - 1_000);
    const gone = tokenFor({ ...linkOf(ada), recipientId: newId('rcp', 1) });
    const paths = ['/i/x', `/i/${token.slice(0, -1)}`, `/i/Z${token.slice(1)}`, `/i/%00`, `/i/${gone}`];
    const pages = await Promise.all(
      [...paths, '/i/', '/', '/s/', '/s/nothing', '/s/AAAAAAAAAAAA'].map((path) => request(url + path)),
    );
    for (const { status, text } of pages) expect([status, text]).toEqual([404, pages[0]!.text]);

    const page = await request(`${url}/i/${expired}`);
    expect(page.status).toBe(404);
    const offer = /<p>Links work for 30 days[\s\S]*<\/form>/;
    expect(page.text).toContain(`action="${expired}/renew"`);
    expect(page.text.replace(offer, '')).toBe(pages[0]!.text);
    expect(page.text).not.toMatch(/Bloom|First|ada@/);
  });

  test('with anything behind it shows people that page too, and gives programs an error', async () => {
    const { text: page } = await request(`${url}/i/x`);
    const paths = [`${link}/`, `${link}/xyz`, `${link}/stop/it`, `${url}/i/a/b`, `${url}/x`, `${url}/s/a/b`];
    for (const path of paths) {
      for (const accept of ['text/html,*/*;q=0.8', '*/*']) {
        const answer = await request(path, { headers: { accept } });
        expect([answer.status, answer.text]).toEqual([404, page]);
        expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
      }
      const json = await request(path, { headers: { accept: 'application/json' } });
      expect([json.status, json.body]).toEqual([404, { error_code: 'route.not_found' }]);
    }
    expect((await request(`${url}/readyz`, { headers: { accept: 'text/html' } })).text).toMatch(/^{/);
  });

  test('that does not open cannot act either', async () => {
    const expired = tokenFor(linkOf(ada), Date.now() - 1_000);
    for (const path of ['opened', 'unsubscribe', 'stop']) {
      const init = { method: 'POST', body: '{"channel":"sms"}' };
      expect((await request(`${url}/i/${expired}/${path}`, init)).status).toBe(404);
    }
    expect((await request(`${url}/i/${expired}/unsubscribe`)).text).toContain('action="renew"');
    expect(await askedOf(ada.businessId)).toEqual([]);
  });

  test('by its short code leads to the same page and does the same (INBOX-3)', async () => {
    const code = newId('snd', Date.now()).slice(-12);
    await addShortLink(database, code, linkOf(ada));
    const short = `${url}/s/${code}`;
    const { text } = await request(link);
    expect((await request(short)).text).toBe(text.replaceAll(link.slice(url.length + 3), code));
    for (const [path, body] of [
      ['opened', ''],
      ['stop', '{"channel":"whatsapp"}'],
      ['unsubscribe', ''],
    ] as const) {
      expect((await request(`${short}/${path}`, { method: 'POST', body })).status).toBe(204);
    }
    expect(await askedOf(ada.businessId)).toEqual([
      { OpenMessage: { recipient_id: ada.recipientId, message_id: ada.messageIds[1] } },
      { StopChannel: { recipient_id: ada.recipientId, channel: 'whatsapp', source: 'inbox' } },
      { Unsubscribe: { recipient_id: ada.recipientId, source: 'inbox' } },
    ]);
  });
});

describe('opened', () => {
  test('counts as opened by the call alone; no way of looking at the page is an opening (INBOX-7)', async () => {
    for (const path of ['', '/unsubscribe', '/done?what=read', `?m=${ada.messageIds[0]!}`]) {
      expect((await request(link + path)).status).toBe(200);
      expect((await request(link + path, { method: 'HEAD' })).status).toBe(200);
    }
    for (const method of ['GET', 'HEAD']) {
      expect((await request(`${link}/opened`, { method })).status).toBe(405);
    }
    const answer = await post(`${link}/opened`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await askedOf(ada.businessId)).toEqual([
      { OpenMessage: { recipient_id: ada.recipientId, message_id: ada.messageIds[1] } },
    ]);
  });

  test('counts the named message, and only one of this recipient (INBOX-9)', async () => {
    const other = await aReader(database);
    const opened = (message_id: unknown) => post(`${link}/opened`, JSON.stringify({ message_id }));
    expect((await opened(ada.messageIds[0])).status).toBe(204);
    for (const id of [
      other.messageIds[0],
      newId('msg', Date.now()),
      'nothing',
      5,
      `${ada.messageIds[0]!}\0`,
    ]) {
      const { status, body } = await opened(id);
      expect([status, body]).toEqual([404, { error_code: 'message.not_found' }]);
    }
    expect((await post(`${link}/opened`, '{')).status).toBe(422);
    expect(await askedOf(ada.businessId)).toEqual([
      { OpenMessage: { recipient_id: ada.recipientId, message_id: ada.messageIds[0] } },
    ]);
    expect(await askedOf(other.businessId)).toEqual([]);
  });
});

describe('stop and unsubscribe', () => {
  test('a channel is stopped by JSON with a 204, and by a form with a page that says so (INBOX-10)', async () => {
    const json = await post(`${link}/stop`, '{"channel":"sms"}');
    expect([json.status, json.text]).toEqual([204, '']);
    const form = await submit(`${link}/stop`, 'channel=whatsapp');
    expect([form.status, form.headers.get('location')]).toEqual([303, 'done?what=whatsapp']);
    expect((await request(`${link}/done?what=whatsapp`)).text).toContain('WhatsApp messages are stopped');
    expect(await askedOf(ada.businessId)).toEqual([
      { StopChannel: { recipient_id: ada.recipientId, channel: 'sms', source: 'inbox' } },
      { StopChannel: { recipient_id: ada.recipientId, channel: 'whatsapp', source: 'inbox' } },
    ]);
    const { text } = await request(link);
    const offered = [...text.matchAll(/<button name="channel"[^>]*>([^<]*)/g)].map(([, words]) => words);
    expect(offered).toEqual(['Unsubscribe from all']);
    expect(text).toContain('<summary>Texts are stopped</summary>');
  });

  test.each(['{"channel":"email"}', '{"channel":["sms"]}', '{}', '', 'sms'])(
    'no other channel: %j',
    async (body) => {
      expect((await post(`${link}/stop`, body)).status).toBe(422);
      expect(await askedOf(ada.businessId)).toEqual([]);
    },
  );

  test('a form that fails gets a page, and a program an error (INBOX-14)', async () => {
    const browsed = await request(`${link}/stop`, { headers: { accept: 'text/html' } });
    expect([browsed.status, browsed.headers.get('allow')]).toEqual([405, 'POST']);
    const forms = [
      await submit(`${link}/stop`, 'channel=email'),
      await submit(`${link}/stop`, ''),
      await submit(`${link}/stop`, `channel=${'x'.repeat(20_000)}`),
    ];
    expect(forms.map(({ status }) => status)).toEqual([422, 422, 413]);
    for (const { text } of [browsed, ...forms]) expect(text).toContain('<h1>That did not work</h1>');
    const foreign = await submit(`${link}/opened`, `message_id=${newId('msg', 1)}`);
    expect([foreign.status, foreign.text]).toEqual([404, (await request(`${url}/i/x`)).text]);

    const { body } = await post(`${link}/stop`, '{"channel":"email"}');
    expect(body).toMatchObject({ error_code: 'common.validation_failed', detail: [{ type: 'enum' }] });
    expect(await askedOf(ada.businessId)).toEqual([]);
  });

  test('one click of a mail program unsubscribes (RFC 8058), in either encoding, without a redirect (INBOX-11)', async () => {
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    const urlEncoded = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    for (const body of [urlEncoded, form]) {
      const reader = await aReader(database);
      const init = {
        method: 'POST',
        body,
        headers: { accept: 'text/html, */*' },
        redirect: 'manual',
      } as const;
      const oneClick = `${url}/i/${tokenFor(linkOf(reader))}/unsubscribe`;
      expect((await request(oneClick, init)).status).toBe(204);
      expect(await askedOf(reader.businessId)).toEqual([
        { Unsubscribe: { recipient_id: reader.recipientId, source: 'inbox' } },
      ]);
    }
  });

  test('a person who opens the unsubscribe address in a browser is asked first (INBOX-11)', async () => {
    const { status, text } = await request(`${link}/unsubscribe`);
    expect(status).toBe(200);
    expect(text).toContain('<form method="post" action="unsubscribe">');
    expect(await askedOf(ada.businessId)).toEqual([]);
    const form = await submit(`${link}/unsubscribe`, 'channel=all');
    expect([form.status, form.headers.get('location')]).toEqual([303, 'done?what=all']);
    expect(await askedOf(ada.businessId)).toHaveLength(1);
  });
});

test('the inbox has a page for failures, and logs no token, text or address (INBOX-18)', async () => {
  const broken = startBeside({ MAX_UNFINISHED_BODIES_PER_ADDRESS: '1' }, 'inbox');
  const brokenLink = (await broken.ready()) + link.slice(url.length);
  const refused = await until('one of the two is refused', async () => {
    const both = [sendHead(`${brokenLink}/stop`), sendHead(`${brokenLink}/stop`)];
    const reply = await Promise.race(both.map(({ answer }) => answer));
    for (const { socket } of both) socket.destroy();
    return reply.startsWith('HTTP/1.1 503') && reply;
  });
  expect(refused).toContain('We are out of order');
  expect(refused).toMatch(/^retry-after: 1\r$/im);
  expect((await request(brokenLink)).status).toBe(200);
  // Stopped properly, so that its last log lines are written.
  await broken.stop();
  const lines = [...inbox.log, ...broken.log].map((line) => JSON.stringify(line)).join('\n');
  expect(lines).toContain(ada.businessId);
  expect(lines).not.toMatch(/[\w-]{92}|ada@|Second|Bloom/);
});

/** A browser's request whose body does not arrive. */
function sendHead(to: string): { socket: Socket; answer: Promise<string> } {
  const { hostname, port, pathname, host } = new URL(to);
  const socket = connect(Number(port), hostname);
  const head = [`POST ${pathname} HTTP/1.1`, `Host: ${host}`, 'Accept: text/html', 'Content-Length: 20'];
  socket.write([...head, '', ''].join('\r\n'));
  const answer = new Promise<string>((resolve) => {
    let said = '';
    socket.on('data', (data) => (said += data.toString())).on('close', () => resolve(said));
  });
  return { socket, answer };
}
