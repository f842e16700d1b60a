import { emailNudge, freshLinkEmail, senderName } from './email-nudge';

const parts = {
  businessName: 'Ada & Sons',
  subject: 'Your parcel is on its way',
  body: 'Hello,\n\nit left us today: https://track.example/?a=1&b=2.\nSee you!',
  reference: 'A-17',
  orderStatus: 'shipped',
  inboxLink: 'https://in.example/i/token?x=1&y=2',
  unsubscribeUrl: 'https://in.example/i/token/unsubscribe',
};

describe('the email (CHAN-18)', () => {
  it('reads well as plain text', () => {
    const { subject, text } = emailNudge(parts);
    expect(subject).toBe('Your parcel is on its way');
    expect(text).toBe(
      [
        'Ada & Sons',
        'Order A-17: Shipped',
        '',
        'Your parcel is on its way',
        '',
        'Hello,',
        '',
        'it left us today: https://track.example/?a=1&b=2.',
        'See you!',
        '',
        'Open this message in your inbox:',
        'https://in.example/i/token?x=1&y=2',
        '',
        '-- ',
        'Ada & Sons sent you this update about your order.',
        'Unsubscribe: https://in.example/i/token/unsubscribe',
      ].join('\n'),
    );
  });

  it('links to the inbox, to the links of the body and to the unsubscribe page, and nowhere else', () => {
    expect(addresses(emailNudge(parts).html)).toEqual([
      'https://track.example/?a=1&b=2',
      'https://in.example/i/token?x=1&y=2',
      'https://in.example/i/token/unsubscribe',
    ]);
  });

  it('loads nothing from elsewhere', () => {
    const { html } = emailNudge(parts);
    expect(html).not.toMatch(/<(img|link|script|iframe|object|video)\b|url\(|@import|\bsrc=/i);
  });

  it('shows markup in subject and body as text', () => {
    const evil = `<script>alert(1)</script><a href="javascript:x">"'&amp;`;
    const { html } = emailNudge({ ...parts, subject: evil, body: `${evil}\n<img src=x onerror=y>` });
    expect(html).not.toMatch(/<script|<img|<a href="javascript/i);
    expect(decoded(html)).toContain(evil);
  });

  it('makes no link of text that only looks like one', () => {
    const { html } = emailNudge({ ...parts, body: 'javascript:alert(1) and https://x.example/"onclick="y' });
    expect(addresses(html)[0]).toBe('https://x.example/');
    expect(html).not.toMatch(/href="javascript|"onclick="/);
  });

  it('contains nothing that a mail program would link to another host than it shows (CHAN-19)', () => {
    const disguised = 'https://bank.example@evil.example/';
    const { subject, text, html } = emailNudge({ ...parts, subject: disguised, body: `See ${disguised}` });
    expect(addresses(html)).not.toContain(disguised);
    for (const shown of [subject, text, decoded(html)]) {
      expect(shown).not.toContain(disguised);
      expect(shown).toContain('https: //bank.example@evil.example/');
    }
  });

  it('keeps lines, paragraphs and columns', () => {
    const { html } = emailNudge({ ...parts, body: 'one\r\ntwo\r\n\r\n\r\nthree    3\u0007\n' });
    expect(html).toMatch(/>one<br>\ntwo<\/p>/);
    expect(html).toMatch(/>three&nbsp; &nbsp; 3<\/p>/);
  });

  it('has a subject of one line, even if the merchant sent several', () => {
    const { subject } = emailNudge({ ...parts, subject: ' Hi\r\nBcc: ada@example.com\u2028there\t' });
    expect(subject).toBe('Hi Bcc: ada@example.com there');
  });

  it.each([
    [{ reference: null }, 'Shipped'],
    [{ orderStatus: null }, 'Order A-17'],
    [{ orderStatus: 'teleported' }, 'Order A-17'],
    [{ reference: 'a.example/1' }, 'Shipped'],
  ])('shows only those parts of the order that can be displayed: %j', (changed, line) => {
    const { text, html } = emailNudge({ ...parts, ...changed });
    expect(text.split('\n')[1]).toBe(line);
    expect(html).toContain(`>${line}</p>`);
  });

  it('has no line about the order if nothing of it can be shown', () => {
    const { text, html } = emailNudge({ ...parts, reference: null, orderStatus: null });
    expect(text.startsWith('Ada & Sons\n\nYour parcel')).toBe(true);
    expect(html).not.toContain('Order');
  });

  it('comes from a neutral sender if the name cannot be displayed (CHAN-16)', () => {
    expect(senderName(' Ada & Sons ')).toBe('Ada & Sons');
    expect(senderName('bank.example')).toBe('Order updates');
    const { text, html } = emailNudge({ ...parts, businessName: 'bank.example' });
    expect(text + html).not.toContain('bank.example');
  });
});

test('the email with a fresh link does not repeat the message (INBOX-17)', () => {
  const { subject, text, html } = freshLinkEmail(parts);
  expect(subject).toBe('Here is your new link');
  expect(text).toBe(
    [
      'Ada & Sons',
      '',
      'Here is your new link',
      '',
      'You asked for a new link to your messages, because the old one had expired.',
      '',
      'Open this message in your inbox:',
      'https://in.example/i/token?x=1&y=2',
      '',
      '-- ',
      'Ada & Sons sent you this link because you asked for it.',
      'Unsubscribe: https://in.example/i/token/unsubscribe',
    ].join('\n'),
  );
  expect(addresses(html)).toEqual([parts.inboxLink, parts.unsubscribeUrl]);
});

/** Where the links lead, as a mail program reads them. */
function addresses(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map((match) => decoded(match[1]!));
}

function decoded(html: string): string {
  return html.replace(/&#(\d+);/g, (_entity, code: string) => String.fromCharCode(Number(code)));
}
