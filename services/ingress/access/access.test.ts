import { newApiKey } from '../../shared/requests/api-keys';
import { accessTo } from './access';

const down = (): Promise<never> => Promise.reject(new Error('Redis is down'));

it('without Redis every request is admitted, even beyond the rate (LIMIT-8)', async () => {
  const settings = { businessId: 'biz_1', active: true, requestsPerSecond: 1, burst: 2, version: 1 };
  const access = { ...settings, keyId: 'key_1', scopes: ['messages'] };
  const open = accessTo({
    sql: { query: <Row>() => Promise.resolve([access as Row]) },
    cache: { run: undefined, admit: down, fill: down, publish: down, revoke: down },
  });
  const apiKey = newApiKey();
  for (let time = 0; time < 20; time += 1) {
    expect(await open(apiKey, 1)).toMatchObject({ businessId: 'biz_1', allowed: true });
  }
});
