import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import type { EmailNudge, Provider } from '../../../streams/sender/provider';
import { CONNECTIONS, itKeepsTheProviderContract, type ProviderKind } from '../provider-contract.fixture';
import { openSmtpStandIn, type SmtpStandIn } from './smtp-server.fixture';
import { createSmtpProvider } from './submit';

const NOW = Date.parse('2026-10-21T07:28:00Z');
const dateMs = (): number => NOW;

const kind: ProviderKind<EmailNudge> = {
  openStandIn: () => openSmtpStandIn(),
  createProvider: (url) => createSmtpProvider({ url, dateMs, maxConnections: CONNECTIONS }),
  nudge: (ids) => ({
    ...ids,
    to: 'grace@example.com',
    fromName: 'Bücher & Söhne',
    fromAddress: 'updates@mail.example',
    subject: 'Grüße – your parcel',
    text: 'Hello,\n.\nthat was a dot.\n',
    html: '<p>Hello</p>',
    unsubscribeUrl: `https://in.example/i/${'t'.repeat(120)}/unsubscribe`,
  }),
  unreachableUrl: (port) => `smtp://127.0.0.1:${port}`,
  retryAfterMs: null,
};
const nudge = kind.nudge({
  businessId: 'biz_01arz3ndektsv4rrffq69g5fav',
  sendId: 'snd_01arz3ndektsv4rrffq69g5fav',
});

describe('SMTP (PROV-2)', () => itKeepsTheProviderContract(kind));

describe('an email', () => {
  let standIn: SmtpStandIn;
  let provider: Provider<EmailNudge>;
  beforeEach(async () => {
    standIn = await openSmtpStandIn();
    provider = kind.createProvider(standIn.url);
  });
  afterEach(async () => {
    await provider.close();
    await standIn.close();
  });
  const submit = (changed: Partial<EmailNudge> = {}) =>
    provider.submit({ ...nudge, ...changed }, new AbortController().signal);

  it('arrives as it was written', async () => {
    expect(await submit()).toEqual({ outcome: 'accepted', providerId: `<${nudge.sendId}@mail.example>` });
    const { from, to, mail } = standIn.mails[0]!;
    expect([from, to]).toEqual(['updates@mail.example', ['grace@example.com']]);
    expect(mail).toMatchObject({
      from: { name: 'Bücher & Söhne', address: 'updates@mail.example' },
      to: [{ name: '', address: 'grace@example.com' }],
      subject: 'Grüße – your parcel',
      messageId: `<${nudge.sendId}@mail.example>`,
      date: '2026-10-21T07:28:00.000Z',
    });
    expect(mail.text?.trim()).toBe('Hello,\n.\nthat was a dot.');
    expect(mail.html?.trim()).toBe('<p>Hello</p>');
  });

  it('carries its ids for Postmark and for SendGrid, and a one-click unsubscribe (PROV-8)', async () => {
    await submit();
    const lines = standIn.mails[0]!.raw.split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        `X-PM-Metadata-business-id: ${nudge.businessId}`,
        `X-PM-Metadata-send-id: ${nudge.sendId}`,
        `X-SMTPAPI: {"unique_args":{"business_id":"${nudge.businessId}","send_id":"${nudge.sendId}"}}`,
        `List-Unsubscribe: <${nudge.unsubscribeUrl}>`,
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]),
    );
    expect(lines.some((line) => line.startsWith('Auto-Submitted'))).toBe(false);
  });

  it('is sent to the ASCII form of a domain in any script', async () => {
    await submit({ to: 'ada@bücher.example' });
    expect(standIn.mails[0]!.raw).toContain('\r\nTo: ada@xn--bcher-kva.example\r\n');
  });

  it('is refused before it is sent if its address is invalid', async () => {
    expect(await submit({ to: 'nobody' })).toMatchObject({ outcome: 'refused' });
    expect(standIn.mails).toEqual([]);
  });

  it.each([
    ['250 fine', { outcome: 'accepted' }],
    ['550 5.7.1 Spam', { outcome: 'refused', detail: 'SMTP 550 5.7.1' }],
    ['554 no', { outcome: 'refused', detail: 'SMTP 554' }],
    ['552 5.3.4 Too big', { outcome: 'refused' }],
    ['421 4.3.2 Shutting down', { outcome: 'try_later', detail: 'SMTP 421 4.3.2' }],
    ['452 4.2.2 Mailbox full', { outcome: 'try_later' }],
    ['450 Rate exceeded', { outcome: 'throttled', retryAfterMs: null, detail: 'SMTP 450' }],
    ['421 4.7.28 Unusual', { outcome: 'throttled' }],
    ['503 Bad sequence', { outcome: 'try_later' }],
    ['530 5.7.0 Authentication required', { outcome: 'try_later' }],
  ])('is judged by the reply: %s (PROV-5)', async (line, submission) => {
    if (!line.startsWith('250')) standIn.answer(line);
    expect(await submit()).toMatchObject(submission);
    expect(standIn.mails).toHaveLength(1);
  });

  it('is sent over another connection if the server has closed the idle one (PROV-6)', async () => {
    await submit();
    standIn.hangUp();
    expect(await submit()).toMatchObject({ outcome: 'accepted' });
    expect([standIn.mails.length, standIn.connections]).toEqual([2, 2]);
  });

  it('is sent over another connection if the server closes the old one just as it is reused', async () => {
    const mailsOf = new Map<string, number>();
    const hasty = await openSmtpStandIn({
      onMailFrom(_address, { id }, done) {
        mailsOf.set(id, (mailsOf.get(id) ?? 0) + 1);
        if (mailsOf.get(id) === 2) hasty.hangUp();
        else done();
      },
    });
    const reusing = kind.createProvider(hasty.url);
    for (let mail = 0; mail < 2; mail += 1) {
      expect(await reusing.submit(nudge, new AbortController().signal)).toMatchObject({
        outcome: 'accepted',
      });
    }
    expect([hasty.mails.length, hasty.connections]).toEqual([2, 2]);
    await reusing.close();
    await hasty.close();
  });

  it('is refused before it is sent if it has more bytes than the server accepts', async () => {
    const narrow = await openSmtpStandIn({ size: 500 });
    const wordy = kind.createProvider(narrow.url);
    const submission = await wordy.submit(nudge, new AbortController().signal);
    expect(submission).toEqual({ outcome: 'refused', detail: 'EMESSAGE' });
    expect(narrow.mails).toEqual([]);
    await wordy.close();
    await narrow.close();
  });

  it('is sent over a new connection once the old one has carried its limit', async () => {
    const sparing = createSmtpProvider({
      url: standIn.url,
      dateMs,
      maxConnections: 1,
      mailsPerConnection: 2,
    });
    for (let mail = 0; mail < 5; mail += 1) await sparing.submit(nudge, new AbortController().signal);
    expect([standIn.mails.length, standIn.connections]).toEqual([5, 3]);
    await sparing.close();
  });
});

describe('a mail server that', () => {
  it.each([
    ['is silent', () => undefined, 'aborted'],
    ['is too busy', (socket: Socket) => socket.end('421 4.3.2 Busy\r\n'), 'EPROTOCOL'],
    ['disconnects before its greeting', (socket: Socket) => socket.end(), 'ECONNECTION'],
    ['disconnects before it asks for the message', hangUpAfterEnvelope, 'ECONNECTION'],
  ])('%s has certainly not received the message', async (_what, serve, detail) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      serve(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const provider = createSmtpProvider({
      url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      dateMs,
    });
    const cancelled = new AbortController();
    const connected = once(server, 'connection');
    const submission = provider.submit(nudge, cancelled.signal);
    await connected;
    if (detail === 'aborted') cancelled.abort();
    expect(await submission).toEqual({ outcome: 'not_reached', detail });
    await provider.close();
    server.close();
  });

  it('requires a password gets it only over TLS', async () => {
    const seen: string[] = [];
    const options: SMTPServerOptions = {
      disabledCommands: [],
      onAuth({ username, password }, { secure }, done) {
        seen.push(`${username}:${password} ${secure ? 'secure' : 'in the clear'}`);
        if (password === 'right') done(null, { user: username });
        else done(new Error('no'));
      },
    };
    const standIn = await openSmtpStandIn(options);
    const address = (password: string, query: string) =>
      `smtp://ada:${password}@127.0.0.1:${standIn.port}${query}`;
    const outcomeFor = async (url: string) => {
      const provider = createSmtpProvider({ url, dateMs });
      const submission = await provider.submit(nudge, new AbortController().signal);
      await provider.close();
      return submission;
    };
    const trusting = '?tls.rejectUnauthorized=false';
    expect(await outcomeFor(address('right', trusting))).toMatchObject({ outcome: 'accepted' });
    expect(await outcomeFor(address('wrong', trusting))).toEqual({ outcome: 'not_reached', detail: 'EAUTH' });
    expect(await outcomeFor(address('right', ''))).toMatchObject({ outcome: 'not_reached' });
    expect(seen).toEqual(['ada:right secure', 'ada:wrong secure']);
    await standIn.close();

    const plain = await openSmtpStandIn({ ...options, disabledCommands: ['STARTTLS'] });
    const overPlain = `smtp://ada:right@127.0.0.1:${plain.port}`;
    expect(await outcomeFor(overPlain)).toMatchObject({ outcome: 'not_reached' });
    expect(seen).toHaveLength(2);
    await plain.close();
  });
});

/** Accepts the envelope and disconnects at DATA. */
function hangUpAfterEnvelope(socket: Socket): void {
  socket.write('220 here\r\n');
  socket.on('data', (bytes: Buffer) => {
    const command = bytes.toString();
    if (command.startsWith('DATA')) socket.destroy();
    else socket.write('250 ok\r\n');
  });
}
