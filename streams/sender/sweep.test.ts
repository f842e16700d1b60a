import type { UnaskedCommand } from '../runtime/commands/command-writer';
import { Sweep } from './sweep';
import { workKey } from './work';

const attemptOf = (sendId: string) => ({ businessId: 'biz_1', sendId, attempt: 1, skippedReason: null });

/** A sweep that always finds these attempts open. Returns what it asked for and which sends it reported. */
function given(sendIds: readonly string[], refused: Readonly<Record<string, string>> = {}) {
  const reported: string[] = [];
  const commands: UnaskedCommand[] = [];
  const asked: unknown[] = [];
  const rows = sendIds.map((id) => ({ ...attemptOf(id), skippedReason: refused[id] ?? null }));
  const query = (_statement: object, values: unknown) => {
    asked.push(values);
    return Promise.resolve(rows);
  };
  const sweep = new Sweep({
    database: { query } as never,
    commands: {
      write(written: readonly UnaskedCommand[]) {
        commands.push(...written);
        reported.push(
          ...written.map(({ body }) => Object.values<{ send_id: string }>(body as never)[0]!.send_id),
        );
        return Promise.resolve();
      },
    },
    channel: 'sms',
    openForMs: 15_000,
  });
  return { sweep, reported, commands, asked };
}

describe('a sweep of attempts that are open for too long (HAZ-17)', () => {
  it('leaves out attempts that this sender works on, because it reports them itself', async () => {
    const { sweep, reported } = given(['snd_ours', 'snd_left']);
    const ours = workKey(attemptOf('snd_ours'));
    const count = await sweep.run({ nowMs: 1, wallMs: 1 }, (attempt) => workKey(attempt) === ours);
    expect([count, reported]).toEqual([1, ['snd_left']]);
  });

  it('reports a call as unknown, and a refusal of a gate with its reason', async () => {
    const { sweep, commands } = given(['snd_called', 'snd_refused'], { snd_refused: 'stopped' });
    await sweep.run({ nowMs: 1, wallMs: 1 }, () => false);
    expect(commands.map(({ body }) => body)).toMatchObject([
      { ReportAttempt: { send_id: 'snd_called', outcome: 'unknown', skipped_reason: null } },
      { ReportAttempt: { send_id: 'snd_refused', outcome: 'skipped', skipped_reason: 'stopped' } },
    ]);
  });

  it('looks for attempts of its channel that began longer ago than a submission takes', async () => {
    const { sweep, asked } = given([]);
    expect(await sweep.run({ nowMs: 1, wallMs: 100_000 }, () => false)).toBe(0);
    expect(asked).toEqual([['sms', new Date(85_000), 500]]);
  });

  it('reports an attempt once, and again if it is still open a minute later', async () => {
    const { sweep, reported } = given(['snd_left']);
    const counts: number[] = [];
    for (const wallMs of [1_000, 61_000, 61_001]) {
      counts.push(await sweep.run({ nowMs: 1, wallMs }, () => false));
    }
    expect([counts, reported]).toEqual([
      [1, 0, 1],
      ['snd_left', 'snd_left'],
    ]);
  });
});
