import { jsonReply } from '../../shared/http/reply';
import { redisKeyLeases } from './key-lease';
import { idempotentWrite, spentKeyReply } from './idempotent-write';

const NOW = 1_790_000_000_000;
const clock = { now: () => NOW };
const caller = 'biz_1';
const request = { key_hash: Buffer.from('key'), fingerprint: Buffer.from('body') };
const noneSpent = () => Promise.resolve(undefined);
const stored = jsonReply(201, { id: 'msg_1' });

describe('an idempotent write', () => {
  it('does the work once and releases its lease', async () => {
    const redis = fakeRedis();
    const write = idempotentWrite(redisKeyLeases(redis, 20_000), noneSpent);
    expect(await write(caller, request, async () => stored)).toBe(stored);
    expect(redis.values.size).toBe(0);
  });

  it('refuses a twin while the first request is under way, but not afterwards (IDEM-6)', async () => {
    const redis = fakeRedis();
    const write = idempotentWrite(redisKeyLeases(redis, 20_000), noneSpent);
    const twin = await write(caller, request, () => write(caller, request, async () => stored));
    expect(twin).toMatchObject({ status: 409, body: '{"error_code":"idempotency.request_in_progress"}' });
    expect(await write(caller, request, async () => stored)).toBe(stored);
  });

  it('answers with the stored outcome if the holder died after its command was applied (IDEM-6)', async () => {
    const redis = fakeRedis();
    const write = idempotentWrite(redisKeyLeases(redis, 20_000), () => Promise.resolve(stored));
    const twin = await write(caller, request, () =>
      write(caller, request, () => Promise.reject(new Error('no'))),
    );
    expect(twin).toBe(stored);
  });

  it('releases its lease when the work fails', async () => {
    const redis = fakeRedis();
    const write = idempotentWrite(redisKeyLeases(redis, 20_000), noneSpent);
    await expect(write(caller, request, () => Promise.reject(new Error('outage')))).rejects.toThrow('outage');
    expect(redis.values.size).toBe(0);
  });

  it.each([
    [201, 'does not wait for the release of its lease'],
    [422, 'does not wait for the release of its lease'],
    [404, 'waits, because its caller may retry at once'],
  ])('that is answered %i %s', async (status, _why) => {
    let dropped = (): void => undefined;
    const lease = {
      outcome: 'held' as const,
      release: () => new Promise<void>((resolve) => (dropped = resolve)),
    };
    const write = idempotentWrite(() => Promise.resolve(lease), noneSpent);
    const answers: number[] = [];
    const writing = write(caller, request, async () => jsonReply(status, {})).then((reply) =>
      answers.push(reply.status),
    );
    await new Promise(setImmediate);
    expect(answers).toEqual(status === 404 ? [] : [status]);
    dropped();
    await writing;
    expect(answers).toEqual([status]);
  });

  it('replays the answer to a spent key byte for byte without the ledger (IDEM-4)', async () => {
    const body = '{ "id":"msg_1" }';
    const sql = spent({ fingerprint: Buffer.from('body'), status: 201, body });
    const reply = await spentKeyReply(sql, clock)(caller, request);
    expect(reply).toMatchObject({ status: 201, body, headers: { 'Idempotent-Replayed': 'true' } });
    expect(sql.asked).toEqual([['biz_1', Buffer.from('key'), new Date(NOW)]]);
  });

  it('refuses a key that was spent on another body (IDEM-5)', async () => {
    const sql = spent({ fingerprint: Buffer.from('other'), status: 201, body: '{}' });
    expect(await spentKeyReply(sql, clock)(caller, request)).toMatchObject({
      status: 409,
      body: '{"error_code":"idempotency.key_reused"}',
    });
  });

  it('goes on without Redis (IDEM-13)', async () => {
    const down = {
      setIfAbsent: () => Promise.reject(new Error('down')),
      deleteIfHolds: () => Promise.reject(new Error('down')),
    };
    const write = idempotentWrite(redisKeyLeases(down, 20_000), noneSpent);
    expect(await write(caller, request, async () => stored)).toBe(stored);
  });
});

describe('a lease in Redis', () => {
  it('holds only hashes, and runs out (IDEM-12, IDEM-14)', async () => {
    const redis = fakeRedis();
    await redisKeyLeases(redis, 20_000)(Buffer.from('key'));
    expect([...redis.values.keys()]).toEqual([`lease:${Buffer.from('key').toString('base64url')}`]);
    expect(redis.leaseMs).toBe(20_000);
  });

  it('is released only by its own token (HAZ-12)', async () => {
    const redis = fakeRedis();
    const leases = redisKeyLeases(redis, 20_000);
    const first = await leases(Buffer.from('key'));
    redis.values.clear(); // The lease ran out.
    const second = await leases(Buffer.from('key'));
    if (first.outcome !== 'held' || second.outcome !== 'held') throw new Error('both were free');
    await first.release();
    expect(redis.values.size).toBe(1);
    await second.release();
    expect(redis.values.size).toBe(0);
  });
});

function spent(record: object) {
  const asked: (readonly unknown[])[] = [];
  const query = <Row>(_statement: unknown, values: readonly unknown[]): Promise<Row[]> => {
    asked.push(values);
    return Promise.resolve([record as Row]);
  };
  return { asked, query };
}

function fakeRedis() {
  const redis = {
    values: new Map<string, string>(),
    sets: 0,
    leaseMs: 0,
    async setIfAbsent(key: string, value: string, leaseMs = 0) {
      redis.sets += 1;
      redis.leaseMs = leaseMs;
      if (redis.values.has(key)) return false;
      redis.values.set(key, value);
      return true;
    },
    async deleteIfHolds(key: string, value: string) {
      if (redis.values.get(key) === value) redis.values.delete(key);
    },
  };
  return redis;
}
