import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import type { Inbox, InboxMessage, InboxPart } from '../read-inbox';
import { inboxPage } from './inbox-page';
import { donePage, failurePage, notFoundPage, renewedPage, unsubscribePage } from './notices';

const AT = Date.UTC(2026, 0, 5, 7, 3, 59);
const action = (name: string): string => `T/${name}`;

describe('the inbox', () => {
  test('shows messages newest first, the one that the link leads to unfolded (INBOX-5)', () => {
    const page = show([message(3), message(2), message(1)], idOf(2));
    expect(subjects(page)).toEqual(['Subject 3', 'Subject 2', 'Subject 1']);
    expect(page.match(/<details[^>]* open[^>]*>/g)).toEqual([
      `<details class="active" data-id="${idOf(2)}" open id="unfolded">`,
    ]);
  });

  test('shows a known status in words, and an unknown status not at all', () => {
    const page = show([
      message(2, { orderStatus: 'ready_for_pickup' }),
      message(1, { orderStatus: 'teleported' }),
    ]);
    expect(page).toContain('<b class="ready_for_pickup">Ready for pickup</b>');
    expect(page).not.toContain('teleported');
  });

  test('labels retracted and obsolete messages (INBOX-5)', () => {
    const page = show([message(2, { status: 'retracted' }), message(1, { status: 'obsolete' })]);
    expect(page).toMatch(
      /<details class="retracted"[\s\S]*<em>Taken back<\/em>[\s\S]*<details class="obsolete"/,
    );
    expect(page).toMatch(/<details class="obsolete"[\s\S]*<em>Out of date<\/em>/);
  });

  test('shows times for people and machines, for an updated message the time of the update', () => {
    const updatedAtMs = Date.UTC(2026, 11, 24, 18, 30);
    const page = show([message(2, { kind: 'updateable', updatedAtMs }), message(1, { updatedAtMs })]);
    const times = page.match(/(Updated )?<time[^<]*<\/time>/g);
    expect(times).toEqual([
      'Updated <time datetime="2026-12-24T18:30Z">24 Dec 2026, 18:30 UTC</time>',
      '<time datetime="2026-01-05T07:03Z">5 Jan 2026, 07:03 UTC</time>',
    ]);
  });

  test('keeps the lines of a body, and adds no blanks to it', () => {
    const page = show([message(1, { body: 'One\n  two\n\nthree' })], idOf(1));
    expect(page).toContain('<div class="text" dir="auto">One\n  two\n\nthree</div>');
  });

  test('points to the message of the link if others are above it', () => {
    expect(show([message(2), message(1)], idOf(1))).toContain('<a href="#unfolded">');
    expect(show([message(2), message(1)], idOf(2))).not.toContain('<a href="#unfolded">');
  });

  test('links to older messages and, from there, back to the newest', () => {
    const body = 'x'.repeat(36_000);
    const inbox = { ...inboxOf([message(3, { body }), message(2)]), olderBefore: idOf(2) };
    const first = inboxPage({ inbox, part: newest(idOf(3)), action }).body;
    expect(linksOf(first)).toEqual([`?m=${idOf(2)}`, `?before=${idOf(2)}`]);
    const later = inboxPage({ inbox, part: { beforeId: idOf(4), unfoldedId: idOf(3) }, action }).body;
    expect(linksOf(later)).toEqual(['?', `?before=${idOf(4)}&amp;m=${idOf(2)}`, `?before=${idOf(2)}`]);
  });

  test('has words for an inbox without messages', () => {
    expect(show([])).toContain('There is nothing here yet.');
  });

  test('offers every choice with its meaning, and sends it to an address below the link', () => {
    const page = show([]);
    for (const words of ['no more text messages', 'no more WhatsApp messages', 'cannot be undone']) {
      expect(page).toContain(`Bloom &#38; Co will`);
      expect(page).toContain(words);
    }
    const actions = [...page.matchAll(/action="([^"]*)"/g)].map(([, path]) => path);
    expect(actions).toEqual(['T/stop', 'T/stop', 'T/unsubscribe', 'T/opened']);
  });

  test('says which choices are in force, and offers the others (INBOX-10)', () => {
    const inbox = { ...inboxOf([]), ended: { sms: true, whatsapp: false, all: true } };
    const page = inboxPage({ inbox, part: newest(idOf(0)), action }).body;
    const choices = [...page.matchAll(/<summary>([^<]*)<\/summary>/g)].map(([, words]) => words);
    expect(choices).toEqual(['Texts are stopped', 'Stop WhatsApp', 'You are unsubscribed']);
    const actions = [...page.matchAll(/action="([^"]*)"/g)].map(([, path]) => path);
    expect(actions).toEqual(['T/stop', 'T/opened']);
  });
});

test('an order number is shown, unless a phone could turn it into a link (CHAN-15)', () => {
  expect(show([message(1, { reference: '#A-1001' })])).toContain('Order #A-1001');
  expect(show([message(1, { reference: 'shop.example/5' })])).not.toContain('shop.example');
});

describe('no text of a business or a message becomes markup', () => {
  const evil = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`;
  const fields = ['subject', 'body', 'reference', 'orderStatus'] as const;
  test.each(fields)('the %s of a message', (field) => {
    expectHarmless(show([message(1, { [field]: evil })], idOf(1)));
  });

  test('the name of a business', () => {
    expectHarmless(show([], idOf(1), evil));
    expectHarmless(unsubscribePage(evil, action, '../T').body);
    expectHarmless(donePage('all', evil, '../T').body);
  });

  function expectHarmless(page: string): void {
    expect(page).not.toMatch(/<script>(?!'use strict')|<img|onerror='/);
  }
});

describe('the weight of the page (INBOX-19)', () => {
  const long = (n: number) => message(n, { body: `Good news, order ${n}. `.repeat(20) });

  test.each([1, 10, 40, 100])('is under 50 KB with %d messages', (count) => {
    const page = show(newestFirst(count, long), idOf(count));
    expect(Buffer.byteLength(page)).toBeLessThan(50_000);
    expect(subjects(page)).toHaveLength(count);
  });

  test('with short bodies, all of them are on the page', () => {
    const page = show(newestFirst(20, long), idOf(20));
    expect(page.match(/class="text"/g)).toHaveLength(20);
    expect(page).not.toContain('Older messages');
  });

  test('with long bodies, those further down are a link away', () => {
    const page = show(newestFirst(100, long), idOf(1));
    expect(page).toContain(`<a class="active" href="?m=${idOf(2)}">`);
    expect(page).toContain(`data-id="${idOf(1)}" open`);
  });

  test('a long open message hides none of the others, newer or older', () => {
    const heavy = message(2, { body: 'http://a.bc/ '.repeat(769) });
    const page = show([message(3), heavy, message(1)], idOf(2));
    expect(subjects(page)).toEqual(['Subject 3', 'Subject 2', 'Subject 1']);
    expect(page.match(/<a href="http:\/\/a\.bc\/"/g)).toHaveLength(769);
    expect(page).toContain(`href="?m=${idOf(3)}"`);
    expect(page).not.toContain('Older messages');
  });

  test('the longest subjects are all listed, and bodies are left out for them', () => {
    const page = show(
      newestFirst(60, (n) => message(n, { subject: `${'件'.repeat(290)} ${n}` })),
      idOf(60),
    );
    expect(subjects(page)).toHaveLength(60);
    expect(page.match(/class="text"/g)).toHaveLength(1);
    expect(page).not.toContain('Older messages');
  });

  test('is at most 300 KB for any hundred messages', () => {
    const heaviest = {
      subject: '&'.repeat(300),
      body: 'http://a '.repeat(1_111),
      reference: '#'.padEnd(100, 'A'),
      orderStatus: 'ready_for_pickup',
    };
    const page = show(
      newestFirst(101, (n) => message(n, heaviest)),
      idOf(1),
    );
    expect(Buffer.byteLength(page)).toBeLessThan(300_000);
    expect(subjects(page)).toHaveLength(101);
  });
});

describe('every page of the inbox', () => {
  const pages = {
    inbox: inboxPage({ inbox: inboxOf([message(1)]), part: newest(idOf(1)), action }),
    'not found': notFoundPage(),
    expired: notFoundPage(action),
    renewed: renewedPage(),
    unsubscribe: unsubscribePage('Bloom & Co', action, '../T'),
    done: donePage('sms', 'Bloom & Co', '../T'),
    failure: failurePage({ status: 503, body: '{}', headers: { 'Retry-After': '2' } }),
  };

  test.each(Object.entries(pages))('%s: is kept to itself (INBOX-18)', (_name, { headers }) => {
    expect(headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
      'X-Robots-Tag': 'noindex, nofollow, noarchive',
    });
    const policy = headers['Content-Security-Policy'];
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
  });

  test.each(Object.entries(pages))('%s: holds only style and script that its policy names', (_name, page) => {
    const policy = page.headers['Content-Security-Policy'];
    const inline = [...page.body.matchAll(/<(?:style|script)>([\s\S]*?)<\/(?:style|script)>/g)];
    expect(inline.length).toBeGreaterThan(0);
    for (const [, text] of inline) {
      expect(policy).toContain(`sha256-${createHash('sha256').update(text!).digest('base64')}`);
    }
    expect(page.body).not.toMatch(/ style="| on\w+="| src="|<link(?! rel="icon" href="data:,")/);
  });

  test('has a script that a browser can read', () => {
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(pages.inbox.body) ?? [];
    expect(script).not.toBe('');
    expect(() => new Script(script)).not.toThrow();
  });

  test('for a link that does not open is the same for all links, except for the offer of a new one', () => {
    expect(pages['not found'].status).toBe(404);
    expect(pages.expired.status).toBe(404);
    expect(pages['not found'].body).not.toContain('<form');
    expect(pages.expired.body).toContain('<form method="post" action="T/renew">');
  });

  test('about a failure keeps the status and the time to retry', () => {
    expect(pages.failure).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
  });
});

function show(messages: readonly InboxMessage[], unfoldedId = idOf(0), businessName = 'Bloom & Co'): string {
  return inboxPage({ inbox: inboxOf(messages, businessName), part: newest(unfoldedId), action }).body;
}

function newest(unfoldedId: string): InboxPart {
  return { beforeId: null, unfoldedId };
}

function inboxOf(messages: readonly InboxMessage[], businessName = 'Bloom & Co'): Inbox {
  return { businessName, messages, olderBefore: null, ended: { sms: false, whatsapp: false, all: false } };
}

function linksOf(page: string): string[] {
  return [...page.matchAll(/<a [^>]*href="(\?[^"]*)"/g)].map(([, href]) => href!);
}

function message(n: number, fields: Partial<InboxMessage> = {}): InboxMessage {
  return {
    id: idOf(n),
    kind: 'one_off',
    status: 'active',
    subject: `Subject ${n}`,
    body: 'It is on its way.',
    reference: null,
    orderStatus: null,
    createdAtMs: AT,
    updatedAtMs: AT,
    ...fields,
  };
}

function newestFirst(count: number, make: (n: number) => InboxMessage): InboxMessage[] {
  return Array.from({ length: count }, (_, index) => make(count - index));
}

function idOf(n: number): string {
  return `msg_01kf${String(n).padStart(22, '0')}`;
}

function subjects(page: string): string[] {
  return [...page.matchAll(/<h2 dir="auto">([^<]*)<\/h2>/g)].map(([, subject]) => subject!);
}
