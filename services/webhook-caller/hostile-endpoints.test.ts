import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { CallFailure } from '../../streams/webhook-dispatcher/classify';
import { answer, closed, failed, pour, Receivers, trickle } from './receivers.fixture';

let receivers: Receivers;
beforeAll(async () => {
  receivers = await Receivers.open();
});
afterEach(() => receivers.close());

const NEVER_MS = 300_000;

// A trickling receiver never stops, so any outcome at all shows that the call was cut off.
describe('a call ends, no matter what the endpoint does (HOOK-11)', () => {
  /** A time-out that a test expects leaves enough time to send the request. All others never expire. */
  const timesFor = (failure: CallFailure) => ({
    connectTimeoutMs: failure === 'connect_timeout' ? 1_500 : NEVER_MS,
    timeoutMs: failure === 'answer_timeout' ? 3_000 : NEVER_MS,
  });

  it.each<[string, (connection: TLSSocket) => void, CallFailure]>([
    ['closes without an answer', (connection) => connection.end(), 'connection_closed'],
    ['closes in the middle of its headers', answer('HTTP/1.1 200 OK\r\nDate: Th'), 'connection_closed'],
    ['resets', (connection) => connection.destroy(), 'connection_closed'],
    [
      'sends an unsolicited 100',
      answer('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'),
      'answer_not_http',
    ],
    [
      'sends an unsolicited 101',
      answer('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'),
      'answer_not_http',
    ],
    ['does not speak HTTP', answer('220 mail.example ESMTP\r\n'), 'answer_not_http'],
    ['sends noise', answer('\u0000\u0001\u0002\u00ff'.repeat(1_000)), 'answer_not_http'],
    ['sends a broken header', answer('HTTP/1.1 200 OK\r\n: x\r\n\r\n'), 'answer_not_http'],
    [
      'sends one endless header',
      (connection) => {
        connection.write('HTTP/1.1 200 OK\r\nX: ');
        pour(connection, 'x'.repeat(1_000));
      },
      'answer_headers_too_long',
    ],
    [
      'sends endless headers',
      (connection) => {
        connection.write('HTTP/1.1 200 OK\r\n');
        pour(connection, 'X-Y: z\r\n'.repeat(100));
      },
      'answer_headers_too_long',
    ],
    ['never answers', () => undefined, 'answer_timeout'],
    ['trickles its answer', (connection) => trickle(connection, 'HTTP/1.1 200 OK\r\nX: '), 'answer_timeout'],
    [
      'trickles interim answers',
      (connection) => trickle(connection, 'HTTP/1.1 103 E\r\n\r\n'.repeat(9)),
      'answer_timeout',
    ],
  ])('it %s', async (_what, behaviour, failure) => {
    const receiver = await receivers.start(behaviour);
    expect(await receivers.outcomeAt(receiver, timesFor(failure))).toEqual(failed(failure));
    expect(receiver.requests).toHaveLength(1);
    await closed(receiver.connections[0]!);
  });

  it.each<[string, (connection: Socket) => void, CallFailure]>([
    ['hangs after the connection', () => undefined, 'connect_timeout'],
    [
      'trickles its handshake',
      (connection) => trickle(connection, '\u0016\u0003\u0003\u0040\u0000\u0002'),
      'connect_timeout',
    ],
    ['resets the connection', (connection) => connection.resetAndDestroy(), 'connection_closed'],
    ['closes the connection', (connection) => connection.end(), 'connection_closed'],
    ['speaks plain HTTP', (connection) => connection.end('HTTP/1.1 200 OK\r\n\r\n'), 'tls_failed'],
  ])('before TLS it %s', async (_what, behaviour, failure) => {
    const receiver = await receivers.startBare((connection) => {
      connection.on('data', () => undefined);
      behaviour(connection);
    });
    expect(await receivers.outcomeAt(receiver, timesFor(failure))).toEqual(failed(failure));
  });

  it('nothing listens at the port', async () => {
    const receiver = await receivers.start(() => undefined);
    await receivers.close();
    expect(await receivers.outcomeAt(receiver)).toEqual(failed('connection_refused'));
  });

  it('the name servers do not answer', async () => {
    const receiver = await receivers.start(() => undefined);
    const lookup = () => new Promise<never>(() => undefined);
    const times = timesFor('connect_timeout');
    expect(await receivers.outcomeAt(receiver, { ...times, lookup })).toEqual(failed('connect_timeout'));
  });
});
