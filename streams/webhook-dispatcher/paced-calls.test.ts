import { until } from '../runtime/given-until';
import { rest } from '../runtime/rest';
import { PacedCalls } from './paced-calls';

const AT_A_TIME = 64;
const ANSWERED_WITHIN_MS = 10;

describe('calls that are ready', () => {
  it('begin, so many at a time as long as answers come quickly', async () => {
    const { calls, begun, answer } = given(AT_A_TIME + 3);
    await until(() => begun.length === AT_A_TIME);
    await aFewTurns();
    expect([begun.length, calls.waitingCount, calls.underWay]).toEqual([AT_A_TIME, 3, AT_A_TIME]);
    answer(2);
    await until(() => begun.length === AT_A_TIME + 2);
    await aFewTurns();
    expect([begun.length, calls.waitingCount, calls.underWay]).toEqual([AT_A_TIME + 2, 1, AT_A_TIME]);
  });

  it('begin however many are under way, where those take long', async () => {
    const { calls, begun, pass, answer } = given(AT_A_TIME + 3);
    await until(() => begun.length === AT_A_TIME);
    pass(ANSWERED_WITHIN_MS - 1);
    await aFewTurns();
    expect(begun).toHaveLength(AT_A_TIME);
    pass(1);
    await until(() => begun.length === AT_A_TIME + 3);
    expect(calls.underWay).toBe(AT_A_TIME + 3);
    // Answered late, they make no room twice.
    answer(AT_A_TIME);
    for (let n = 0; n < 2 * AT_A_TIME; n += 1) calls.add(n);
    await until(() => begun.length === 2 * AT_A_TIME);
    await aFewTurns();
    expect([begun.length, calls.underWay]).toEqual([2 * AT_A_TIME, AT_A_TIME]);
  });

  it('begin in the order in which they came', async () => {
    const { begun } = given(20);
    await until(() => begun.length === 20);
    expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('are never made once they are given up', async () => {
    const { calls, begun, answer } = given(AT_A_TIME + 3);
    await until(() => begun.length === AT_A_TIME);
    calls.giveUp();
    answer(AT_A_TIME);
    await aFewTurns();
    expect([begun.length, calls.waitingCount, calls.underWay]).toEqual([AT_A_TIME, 0, 0]);
  });
});

it('says when an answer has come, for there is room then', async () => {
  const { progress, begun, answer } = given(1);
  await until(() => begun.length === 1);
  const before = progress();
  answer(1);
  await until(() => progress() > before);
});

it('tells of a failure that is nobody else’s, and goes on', async () => {
  const fatal: unknown[] = [];
  const made: number[] = [];
  const calls = new PacedCalls<number>({
    time: { wallNowMs: () => 0, rest },
    make: (call) => {
      made.push(call);
      return Promise.reject(new Error(`call ${call}`));
    },
    onProgress: () => undefined,
    onFatal: (error) => fatal.push(error),
  });
  for (const call of [1, 2]) calls.add(call);
  await until(() => fatal.length === 2);
  expect([made, calls.underWay]).toEqual([[1, 2], 0]);
});

/** So many calls are ready; they are answered when the test says so, the first first. */
function given(count: number) {
  let [nowMs, progress] = [1_000, 0];
  const begun: number[] = [];
  const answers: (() => void)[] = [];
  const calls = new PacedCalls<number>({
    time: { wallNowMs: () => nowMs, rest },
    make: (call) => {
      begun.push(call);
      return new Promise((resolve) => answers.push(resolve));
    },
    onProgress: () => void (progress += 1),
    onFatal: (error) => {
      throw error;
    },
  });
  for (let call = 0; call < count; call += 1) calls.add(call);
  return {
    calls,
    begun,
    progress: () => progress,
    pass: (ms: number) => (nowMs += ms),
    answer: (some: number) => {
      for (const answer of answers.splice(0, some)) answer();
    },
  };
}

/** In which whatever is about to happen does. */
async function aFewTurns(): Promise<void> {
  let looks = 0;
  await until(() => (looks += 1) > 5);
}
