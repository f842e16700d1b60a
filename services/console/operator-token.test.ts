import { Registry } from 'prom-client';
import { createTokenCheck } from './operator-token';
import { createConsoleTelemetry } from './telemetry';
import { createTokenTries } from './token-tries';

const TOKEN = 'a-token-of-the-operator';
const NO_REDIS = { run: () => Promise.reject(new Error('Redis is down')) };

describe('the operator token (OPER-2)', () => {
  it('is refused like a wrong one after too many wrong ones', async () => {
    const { show } = given();
    for (let tries = 0; tries < 20; tries += 1) {
      expect(await show(`${TOKEN}${tries}`)).toEqual({ outcome: 'wrong_token' });
    }
    const throttled = { outcome: 'throttled', retryAfterSeconds: 3 };
    expect(await show('wrong')).toEqual(throttled);
    expect(await show(TOKEN)).toEqual(throttled);
    expect(await show(TOKEN, '192.0.2.2')).toEqual({ outcome: 'accepted' });
  });

  it('can be shown any number of times', async () => {
    const { show } = given();
    const shown = await Promise.all(Array.from({ length: 200 }, () => show(TOKEN)));
    expect(shown.every(({ outcome }) => outcome === 'accepted')).toBe(true);
  });

  it('is counted by outcome, and a wrong one is logged with its caller but without its text', async () => {
    const { show, logged, registry } = given();
    await show(TOKEN);
    for (let tries = 0; tries < 25; tries += 1) await show('wrong');
    const { values } = (await registry.getSingleMetric('console_sign_ins_total')!.get()) as unknown as {
      values: { labels: Record<string, string>; value: number }[];
    };
    expect(
      Object.fromEntries(values.map(({ labels, value }) => [Object.values(labels).join(' '), value])),
    ).toEqual({
      'page accepted': 0,
      'page wrong_token': 0,
      'page throttled': 0,
      'api accepted': 1,
      'api wrong_token': 20,
      'api throttled': 5,
    });
    expect(logged).toEqual(Array(20).fill({ caller: '192.0.2.1', at: 'api' }));
  });
});

describe('the caller (OPER-2)', () => {
  it.each([
    ['is the remote address if there is no proxy, even with a header', 0, '198.51.100.1', '192.0.2.1'],
    ['is the address that the nearest proxy reports', 1, '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    [
      'is the address that the first of two proxies reports',
      2,
      '203.0.113.9, 198.51.100.1, 10.0.0.1',
      '198.51.100.1',
    ],
    ['is the remote address if the proxy reports nothing', 1, '', '192.0.2.1'],
    ['is the remote address if the proxy reports no address', 1, 'unknown', '192.0.2.1'],
    ['is the network of an IPv6 address', 1, '2001:db8:1:2:3::4', '2001:db8:1:2'],
  ])('%s', async (_, proxies, forwarded, caller) => {
    const { show, logged } = given(proxies);
    await show('wrong', '192.0.2.1', { 'x-forwarded-for': forwarded });
    expect(logged).toEqual([{ caller, at: 'api' }]);
  });
});

function given(proxies = 0) {
  const registry = new Registry();
  const logged: unknown[] = [];
  const check = createTokenCheck({
    operatorToken: TOKEN,
    tries: createTokenTries(NO_REDIS, () => 0),
    proxies,
    telemetry: createConsoleTelemetry(registry),
    logger: { warn: (fields: object) => void logged.push(fields) },
  });
  const show = (given: string, remoteAddress = '192.0.2.1', headers: Record<string, string> = {}) =>
    check(given, { headers, remoteAddress }, 'api');
  return { show, logged, registry };
}
