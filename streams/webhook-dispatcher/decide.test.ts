import { classifyAttempt } from './classify';
import { endingOf, deliveryStandingOf, type FoundDelivery } from './decide';
import { healthAfter, type Health } from './health';

const NOW = Date.UTC(2026, 0, 15, 12);
const REF = { businessId: 'biz_1', endpointId: 'we_1', eventId: 'evt_1', partition: 3 };
const dueAfter = (attempt: number) => ({ ...REF, attempt });
const answered = (statusCode: number) =>
  classifyAttempt({ kind: 'answered', statusCode, retryAfter: null, date: null });

describe('a delivery before its attempt (ERASE-11, HOOK-19)', () => {
  const found: FoundDelivery = {
    delivery: { state: 'waiting', attempt: 1 },
    event: { id: 'evt_1', type: 'message.opened', occurredAt: new Date(NOW), data: {} },
    endpoint: { url: 'https://hooks.example', secret: Buffer.from('sealed'), disabledAt: null },
  };

  it.each([
    ['is tried', found, { step: 'try', event: found.event, endpoint: found.endpoint }],
    [
      'is dropped when the person was erased',
      { ...found, event: null },
      { step: 'drop', reason: 'event_erased' },
    ],
    [
      'is dropped when the endpoint was deleted',
      { ...found, endpoint: null },
      { step: 'drop', reason: 'endpoint_deleted' },
    ],
    [
      'is dropped when the endpoint is disabled',
      { ...found, endpoint: { ...found.endpoint!, disabledAt: new Date(NOW) } },
      { step: 'drop', reason: 'endpoint_disabled' },
    ],
    ['is left alone when its row was erased', { ...found, delivery: null }, { step: 'pass' }],
    [
      'is left alone when it was delivered meanwhile',
      { ...found, delivery: { state: 'delivered', attempt: 2 } },
      { step: 'pass' },
    ],
    [
      'is left alone when another owner has tried it meanwhile',
      { ...found, delivery: { state: 'waiting', attempt: 2 } },
      { step: 'pass' },
    ],
  ])('%s', (_what, stored, step) => {
    expect(deliveryStandingOf(dueAfter(1), stored)).toEqual(step);
  });
});

describe('the retry schedule in virtual time (HOOK-12)', () => {
  it('tries eight times over 20.6 hours, then gives up', () => {
    const minutes: number[] = [];
    let [nowMs, made] = [NOW, 0];
    for (;;) {
      minutes.push(Math.round((nowMs - NOW) / 60_000));
      const ending = endingOf(dueAfter(made), answered(500), { nowMs, jitter: 0.5 });
      expect(ending).toMatchObject({ attempt: made + 1, statusCode: 500, error: 'answered 500' });
      made += 1;
      if (ending.nextAt === null) {
        expect(ending.state).toBe('failed');
        break;
      }
      expect(ending.state).toBe('waiting');
      nowMs = ending.nextAt.getTime();
    }
    expect(made).toBe(8);
    expect(minutes).toEqual([0, 0, 1, 6, 36, 156, 516, 1236]);
  });

  it('ends with the first success', () => {
    expect(endingOf(dueAfter(3), answered(204), { nowMs: NOW, jitter: 0 })).toEqual({
      ...REF,
      attempt: 4,
      state: 'delivered',
      nextAt: null,
      statusCode: 204,
      error: null,
    });
  });
});

describe('the health of an endpoint (HOOK-16)', () => {
  const well: Health = {
    disabledAt: null,
    consecutiveFailures: 0,
    lastSuccessAt: null,
    lastError: null,
    failingSince: null,
  };
  const now = new Date(NOW);
  const failed = { state: 'failed', error: 'answered 500', hasCounted: false } as const;
  const toRetry = { state: 'waiting', error: 'no answer in time', hasCounted: false } as const;
  const delivered = { state: 'delivered', error: null, hasCounted: false } as const;
  const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

  it('counts an event once, when its last attempt has failed', () => {
    expect(healthAfter(well, [...times(7, toRetry), failed], now)).toEqual({
      ...well,
      consecutiveFailures: 1,
      lastError: 'answered 500',
      failingSince: now,
    });
  });

  it('is disabled by the twentieth failure in a row, not the nineteenth (HOOK-17)', () => {
    const nineteen = healthAfter(well, times(19, failed), now);
    expect(nineteen).toMatchObject({ consecutiveFailures: 19, disabledAt: null });
    expect(healthAfter(nineteen, [failed], now)).toMatchObject({ consecutiveFailures: 20, disabledAt: now });
  });

  it('does not count an event again that failed, was replayed and failed again (HOOK-16)', () => {
    const again = { ...failed, hasCounted: true };
    const nineteen = healthAfter(well, times(19, failed), now);
    expect(healthAfter(nineteen, times(5, again), now)).toEqual(nineteen);
    expect(healthAfter(well, [again], now)).toEqual({
      ...well,
      lastError: 'answered 500',
      failingSince: now,
    });
  });

  it('sets the count back to zero after a single success', () => {
    const after = healthAfter(well, [...times(19, failed), delivered, ...times(19, failed)], now);
    expect(after).toMatchObject({ consecutiveFailures: 19, disabledAt: null, lastSuccessAt: now });
    expect(healthAfter(after, [delivered], now)).toEqual({ ...well, lastSuccessAt: now });
  });

  it('shows since when every attempt has failed, first attempts and retries alike', () => {
    const first = healthAfter(well, [toRetry], now);
    expect(first).toMatchObject({ consecutiveFailures: 0, failingSince: now });
    const later = healthAfter(first, [toRetry, failed], new Date(NOW + 60_000));
    expect(later).toMatchObject({ consecutiveFailures: 1, failingSince: now });
    const again = new Date(NOW + 120_000);
    expect(healthAfter(later, [delivered, toRetry], again)).toMatchObject({ failingSince: again });
    expect(healthAfter(later, [toRetry, delivered], again)).toMatchObject({ failingSince: null });
  });

  it('does not change once it is disabled', () => {
    const disabled = healthAfter(well, times(20, failed), now);
    expect(healthAfter(disabled, [delivered], new Date(NOW + 1))).toBe(disabled);
  });
});
