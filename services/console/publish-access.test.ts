import type { Logger } from '../../streams/runtime/logger';
import type { AccessCache, BusinessAccess } from '../shared/access-cache';
import { errorReply } from '../shared/http/errors';
import { jsonReply, type HttpReply } from '../shared/http/reply';
import { BUSINESS, fakeSql, request } from './console.fixture';
import { publishingAccess } from './publish-access';

const ACCESS: BusinessAccess = {
  businessId: BUSINESS,
  active: false,
  requestsPerSecond: 5,
  burst: 9,
  version: 2,
};
const CHANGED = jsonReply(200, { active: false });

describe('a change of access or of the rate (OPER-7)', () => {
  it('is published to all instances before the answer', async () => {
    const published: BusinessAccess[] = [];
    const { answer, sql, warned } = await change(CHANGED, async (business) => {
      await new Promise(setImmediate);
      published.push(business);
    });
    expect([answer, published, warned]).toEqual([CHANGED, [ACCESS], []]);
    expect(sql.asked).toEqual([[BUSINESS]]);
  });

  it('is answered while Redis is down, because no instance uses a copy then', async () => {
    const { answer, warned } = await change(CHANGED, () => Promise.reject(new Error('Redis is down')));
    expect([answer, warned.length]).toEqual([CHANGED, 1]);
  });

  it('is published only if it was applied', async () => {
    const refusal = errorReply('business.not_found');
    const { answer, sql } = await change(refusal, () => Promise.reject(new Error('must not run')));
    expect([answer, sql.asked]).toEqual([refusal, []]);
  });
});

/** The answer to an operator after this reply of the ledger, with the queries and warnings that it caused. */
async function change(reply: HttpReply, publish: AccessCache['publish']) {
  const sql = fakeSql([ACCESS]);
  const warned: unknown[] = [];
  const logger = { warn: (fields: object) => void warned.push(fields) } as unknown as Logger;
  const cache = { publish } as unknown as AccessCache;
  const handle = publishingAccess(sql, cache, logger)(() => Promise.resolve(reply));
  const answer = await handle(request({ parameters: { id: BUSINESS } }));
  return { answer, sql, warned };
}
