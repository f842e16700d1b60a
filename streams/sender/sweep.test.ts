import type { UnaskedCommand } from '../runtime/command-writer';
import { Sweep } from './sweep';
import { workKey } from './work';

const attemptOf = (sendId: string) => ({ businessId: 'biz_1', sendId, attempt: 1, skippedReason: null });

/** A sweep that finds these open every time, and the sends that it reported. */
function given(sendIds: readonly string[]) {
  const reported: string[] = [];
  const sweep = new Sweep({
    database: { query: () => Promise.resolve(sendIds.map(attemptOf)) } as never,
    commands: {
      write(commands: readonly UnaskedCommand[]) {
        reported.push(
          ...commands.map(({ body }) => Object.values<{ send_id: string }>(body as never)[0]!.send_id),
        );
        return Promise.resolve();
      },
    },
    channel: 'sms',
    openForMs: 15_000,
  });
  return { sweep, reported };
}

describe('a sweep of attempts that are open for too long', () => {
  it('leaves alone what this sender has under way: it will report that itself', async () => {
    const { sweep, reported } = given(['snd_ours', 'snd_left']);
    const ours = workKey(attemptOf('snd_ours'));
    const count = await sweep.run({ nowMs: 1, wallMs: 1 }, (attempt) => workKey(attempt) === ours);
    expect([count, reported]).toEqual([1, ['snd_left']]);
  });

  it('reports an attempt once, and again when a minute later it is still open', async () => {
    const { sweep, reported } = given(['snd_left']);
    for (const wallMs of [0, 60_000, 60_001]) await sweep.run({ nowMs: 1, wallMs }, () => false);
    expect(reported).toEqual(['snd_left', 'snd_left']);
  });
});
