import { withinDeadline } from '../runtime/timing/deadline';
import type { Submission } from './provider';
import { submit, type SubmissionLimits } from './submit';

const ACCEPTED: Submission = { outcome: 'accepted', providerId: 'SM1' };

describe('handing a nudge over', () => {
  it('says what the provider said', async () => {
    expect(await submitting(async () => ACCEPTED)).toEqual({ submission: ACCEPTED, calls: 1, defects: 0 });
  });

  it('certainly never got there when its time had run out before the call', async () => {
    const { submission, calls } = await submitting(async () => ACCEPTED, { timeoutMs: 0 });
    expect([submission.outcome, calls]).toEqual(['not_reached', 0]);
  });

  it('certainly never got there when it could not be composed', async () => {
    const broken = { compose: () => failing('no template') };
    const { submission, calls, defects } = await submitting(async () => ACCEPTED, {}, broken);
    expect([submission.outcome, calls, defects]).toEqual(['not_reached', 0, 1]);
  });

  it('is unknown when the call itself fails: it may have arrived', async () => {
    const { submission, defects } = await submitting(() => failing('bug'));
    expect([submission.outcome, defects]).toEqual(['unknown', 1]);
  });

  it('is called off when its time is up, and ends as the provider then says (PROV-7)', async () => {
    const { submission } = await submitting(
      (signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ outcome: 'not_reached', detail: 'aborted' }));
        }),
      { timeoutMs: 20 },
    );
    expect(submission).toEqual({ outcome: 'not_reached', detail: 'aborted' });
  });

  it('is unknown when the provider does not even listen to being called off', async () => {
    const { submission } = await submitting(() => new Promise(() => undefined), { timeoutMs: 20 });
    expect(submission).toEqual({ outcome: 'unknown', detail: 'overdue' });
  });

  it('is called off at once when the process is ending', async () => {
    const ending = new AbortController();
    ending.abort();
    const seen = jest.fn();
    await submitting(
      async (signal) => {
        seen(signal.aborted);
        return ACCEPTED;
      },
      { calledOff: ending.signal },
    );
    expect(seen).toHaveBeenCalledWith(true);
  });
});

async function submitting(
  answer: (signal: AbortSignal) => Promise<Submission>,
  limits: Partial<SubmissionLimits> = {},
  { compose = () => 'nudge' }: { compose?: () => string } = {},
): Promise<{ submission: Submission; calls: number; defects: number }> {
  let calls = 0;
  let defects = 0;
  const provider = {
    submit: (_nudge: string, signal: AbortSignal) => {
      calls += 1;
      return answer(signal);
    },
  };
  const submission = await submit(
    { compose, provider },
    {
      within: withinDeadline,
      timeoutMs: 10_000,
      calledOff: new AbortController().signal,
      onDefect: () => (defects += 1),
      ...limits,
    },
  );
  return { submission, calls, defects };
}

function failing(message: string): never {
  throw new Error(message);
}
