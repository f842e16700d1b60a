import { createHmac } from 'node:crypto';
import { checkEndpointUrl } from './endpoint-url';
import { answer, answered, attemptAt, closed, failed, pour, Receivers, SECRET } from './receivers.fixture';
import { HOST, newIdentity } from './receiver-server.fixture';

let receivers: Receivers;
beforeAll(async () => {
  receivers = await Receivers.open();
});
afterEach(() => receivers.close());

describe('a call', () => {
  it('sends the prepared request once, as it was signed, with the name in SNI and Host', async () => {
    const receiver = await receivers.start(answer('HTTP/1.1 204 No Content\r\n\r\n'));
    const prepared = attemptAt(receiver);
    expect(await receivers.callerFor(receiver).call(prepared)).toEqual(answered(204));

    expect(receiver.requests).toHaveLength(1);
    const { sni, head, body } = receiver.requests[0]!;
    expect(sni).toBe(HOST);
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining([
        'POST /hooks?shop=1 HTTP/1.1',
        `host: ${HOST}:${String(receiver.port)}`,
        'Content-Type: application/json',
        'User-Agent: Nudgeline-Webhooks/1',
        'X-Service-Event: message.delivered',
        'X-Service-Delivery: evt_1',
      ]),
    );
    expect(body).toEqual(Buffer.from(prepared.body));
    const [, t, v1] = /^X-Service-Signature: t=(\d+),v1=(\w+)$/m.exec(head)!;
    expect(v1).toBe(createHmac('sha256', SECRET).update(`${t!}.`).update(body).digest('hex'));
  });

  it('to an IP address sends no SNI, and the certificate must name the address', async () => {
    const receiver = await receivers.start(answer('HTTP/1.1 200 OK\r\n\r\n'));
    const outcome = await receivers.callerFor(receiver).call(attemptAt(receiver, '127.0.0.1'));
    expect(outcome).toEqual(answered(200));
    expect(receiver.requests[0]!.sni).toBe(false);
  });

  it('to a name that ends with a dot uses SNI and certificate without the dot', async () => {
    const receiver = await receivers.start(answer('HTTP/1.1 200 OK\r\n\r\n'));
    const allowedHosts = [`${HOST}.:${String(receiver.port)}`];
    const caller = receivers.callerFor(receiver, { allowedHosts });
    expect(await caller.call(attemptAt(receiver, `${HOST}.`))).toEqual(answered(200));
    expect(receiver.requests[0]!.sni).toBe(HOST);
  });

  it('resolves an allowed host as other programs of this machine do', async () => {
    const identity = await newIdentity({ host: 'localhost' });
    const receiver = await receivers.start(answer('HTTP/1.1 200 OK\r\n\r\n'), identity);
    const allowedHosts = [`localhost:${String(receiver.port)}`];
    const caller = receivers.callerFor(receiver, {
      allowedHosts,
      lookup: undefined,
      ca: () => identity.cert,
    });
    expect(await caller.call(attemptAt(receiver, 'localhost'))).toEqual(answered(200));
  });

  it.each([200, 201, 202, 299, 300, 301, 304, 400, 401, 404, 410, 429, 500, 502, 599])(
    'reports that the endpoint answered %d',
    async (statusCode) => {
      const receiver = await receivers.start(answer(`HTTP/1.1 ${String(statusCode)} Status\r\n\r\n`));
      expect(await receivers.outcomeAt(receiver)).toEqual(answered(statusCode));
    },
  );

  it('follows no redirect (HOOK-2)', async () => {
    const elsewhere = await receivers.start(answer('HTTP/1.1 200 OK\r\n\r\n'));
    for (const statusCode of [301, 302, 303, 307, 308]) {
      const location = `https://${HOST}:${String(elsewhere.port)}/`;
      const receiver = await receivers.start(
        answer(`HTTP/1.1 ${String(statusCode)} Moved\r\nLocation: ${location}\r\n\r\n`),
      );
      const allowedHosts = [receiver, elsewhere].map(({ port }) => `${HOST}:${String(port)}`);
      expect(await receivers.outcomeAt(receiver, { allowedHosts })).toEqual(answered(statusCode));
    }
    expect(elsewhere.connections).toHaveLength(0);
  });

  it('reports what the endpoint says about when to retry', async () => {
    const date = 'Thu, 15 Jan 2026 12:00:00 GMT';
    const receiver = await receivers.start(
      answer(`HTTP/1.1 503 Busy\r\nDate: ${date}\r\nRetry-After: 120\r\nRetry-After: 7\r\n\r\n`),
    );
    expect(await receivers.outcomeAt(receiver)).toEqual(answered(503, { retryAfter: '120', date }));
  });

  it('ignores interim answers, but not for ever', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n';
    const polite = await receivers.start(answer(`${hint}${hint}HTTP/1.1 204 No Content\r\n\r\n`));
    expect(await receivers.outcomeAt(polite)).toEqual(answered(204));
    const endless = await receivers.start((connection) => pour(connection, hint));
    expect(await receivers.outcomeAt(endless)).toEqual(failed('answer_not_http'));
  });

  it('ends with the headers, however long the body is (HOOK-11)', async () => {
    let poured = 0;
    const receiver = await receivers.start((connection) => {
      connection.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      pour(connection, `10000\r\n${'x'.repeat(65_536)}\r\n`, (bytes) => (poured += bytes));
    });
    expect(await receivers.outcomeAt(receiver)).toEqual(answered(200));
    await closed(receiver.connections[0]!);
    // At most as much as the buffers of both ends hold.
    expect(poured).toBeLessThan(32 * 1024 * 1024);
  });
});

describe('only the server that owns the name gets the request (HOOK-2)', () => {
  it.each([
    ['an unknown authority', {}, { ca: undefined }],
    ['another name', { host: 'other.example' }, {}],
    ['a period that is over', { notAfterDate: new Date(2021, 0, 1) }, {}],
  ])('a certificate of %s is refused', async (_what, certificate, options) => {
    const other = await newIdentity(certificate);
    const receiver = await receivers.start(answer('HTTP/1.1 200 OK\r\n\r\n'), other);
    const outcome = await receivers.outcomeAt(receiver, { ca: () => other.cert, ...options });
    expect(outcome).toEqual(failed('certificate_not_valid'));
    expect(receiver.requests).toHaveLength(0);
  });

  it('a name that was public at the creation is refused once it resolves to an internal address', async () => {
    const receiver = await receivers.start(answer('HTTP/1.1 200 OK\r\n\r\n'));
    const answers = [['93.184.215.14'], ['127.0.0.1'], ['93.184.215.14', '127.0.0.1']];
    const lookup = jest.fn(() => Promise.resolve(answers.shift()!));
    const rules = { allowedHosts: [], lookup };
    const { url } = attemptAt(receiver);
    expect(await checkEndpointUrl(url, rules)).toEqual({ ok: true });
    expect(await receivers.outcomeAt(receiver, rules)).toEqual(failed('address_not_public'));
    expect(await receivers.outcomeAt(receiver, rules)).toEqual(failed('address_not_public'));
    expect(lookup).toHaveBeenCalledTimes(3);
    expect(receiver.connections).toHaveLength(0);
  });

  it('an attempt resolves the name once and connects to an address that it has checked', async () => {
    const receiver = await receivers.start(answer('HTTP/1.1 200 OK\r\n\r\n'));
    // A second look-up would return an address where nothing listens.
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const lookup = jest.fn(() => Promise.resolve(answers.shift()!));
    const caller = receivers.callerFor(receiver, { lookup });
    expect(await caller.call(attemptAt(receiver))).toEqual(answered(200));
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(await caller.call(attemptAt(receiver))).toMatchObject({ kind: 'failed' });
    expect(receiver.connections).toHaveLength(1);
  });

  it('after an address that does not answer, the next one is tried', async () => {
    const receiver = await receivers.start(answer('HTTP/1.1 200 OK\r\n\r\n'));
    const lookup = () => Promise.resolve(['127.0.0.2', '::1', '127.0.0.1']);
    expect(await receivers.outcomeAt(receiver, { lookup })).toEqual(answered(200));
  });
});
