import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { push } from '../fixtures/merchant';
import { aMerchant, startBeside } from '../fixtures/product';
import { until } from '../fixtures/until';

const STRANGERS = 300;
const SETTINGS = { MAX_REQUESTS_IN_FLIGHT: '20', MAX_UNFINISHED_BODIES_PER_ADDRESS: '100' };

test('pushes are answered while strangers hold hundreds of requests open (LIMIT-5)', async () => {
  const ingress = startBeside(SETTINGS, 'ingress');
  try {
    const url = await ingress.ready();
    const { apiKey } = await aMerchant();
    const strangers = await besiege(url, '/api/v1/messages');
    for (let n = 0; n < 10; n += 1) {
      expect((await push(url, apiKey, `order-${n}`)).status).toBe(201);
      expect(await postFrom('127.0.0.2', `${url}/api/v1/messages`)).toBe(401);
    }
    await until('strangers beyond the limit are refused', () => strangers.answers.has('503'));
    strangers.leave();
  } finally {
    await ingress.kill();
  }
});

test('a body that stops arriving is answered with 408', async () => {
  const ingress = startBeside(SETTINGS, 'ingress');
  try {
    const { answers, leave } = await besiege(await ingress.ready(), '/api/v1/messages', 1);
    await until('it is answered', () => answers.has('408'));
    leave();
  } finally {
    await ingress.kill();
  }
});

test.each([
  ['inbox', '/i/nonsense/opened', 404],
  ['callbacks', '/sms/status', 403],
  ['console', '/admin/v1/businesses', 401],
])('%s answers as well', async (role, path, status) => {
  const service = startBeside(SETTINGS, role);
  try {
    const url = await service.ready();
    const strangers = await besiege(url, path);
    expect(await postFrom('127.0.0.1', `${url}${path}`)).toBe(status);
    expect(await postFrom('127.0.0.2', `${url}${path}`)).toBe(status);
    strangers.leave();
  } finally {
    await service.kill();
  }
});

/** Connections that send a head and one byte, and reconnect when they are closed. */
async function besiege(
  url: string,
  path: string,
  count = STRANGERS,
): Promise<{ answers: Set<string>; leave(): void }> {
  const { port, hostname } = new URL(url);
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{`;
  const answers = new Set<string>();
  const sockets = new Set<Socket>();
  let written = 0;
  let left = false;
  const hold = (): void => {
    const socket = connect(Number(port), hostname);
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => answers.add(/^HTTP\/1.1 (\d+)/.exec(data.toString())?.[1] ?? 'no status'));
    socket.on('close', () => {
      sockets.delete(socket);
      if (!left) hold();
    });
    socket.write(head, () => (written += 1));
  };
  for (let n = 0; n < count; n += 1) hold();
  await until('every stranger has sent a head', () => written >= count);
  return {
    answers,
    leave() {
      left = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

function postFrom(localAddress: string, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', localAddress, agent: false };
    httpRequest(url, options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end('{}');
  });
}
