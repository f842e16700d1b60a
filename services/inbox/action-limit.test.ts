import type { RedisStore } from '../shared/redis';
import { createActionLimit } from './action-limit';

test('while Redis is down no action is refused (INBOX-13)', async () => {
  const redis = { run: () => Promise.reject(new Error('Redis is down')) } as unknown as RedisStore;
  const limit = createActionLimit(redis, { now: () => 0 }, { perMinuteAndLink: 1, perSecondAndBusiness: 1 });
  const link = { businessId: 'biz_1', recipientId: 'rcp_1', messageId: 'msg_1' };
  for (let time = 0; time < 20; time += 1) expect(await limit(link)).toBeUndefined();
});
