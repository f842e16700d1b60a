import { withinDeadline } from '../runtime/timing/deadline';
import type { Submission } from './provider';
import { submit, type SubmissionLimits } from './submit';

const ACCEPTED: Submission = { outcome: 'accepted', providerId: 'SM1' };

describe('a submission', () => {
  it('has the outcome of the provider', async () => {
    expect(await submitting(async () => ACCEPTED)).toEqual({ submission: ACCEPTED, calls: 1, defects: 0 });
  });

  it('is not_reached, without a call, if its time has run out before', async () => {
    const { submission, calls } = await submitting(async () => ACCEPTED, { timeoutMs: 0 });
    expect([submission.outcome, calls]).toEqual(['not_reached', 0]);
  });

  it('is not_reached, without a call, if the nudge cannot be composed', async () => {
    const broken = { compose: () => failing('no template') };
    const { submission, calls, defects } = await submitting(async () => ACCEPTED, {}, broken);
    expect([submission.outcome, calls, defects]).toEqual(['not_reached', 0, 1]);
  });

  it('is unknown if the call itself fails, because the message may have arrived', async () => {
    const { submission, defects } = await submitting(() => failing('bug'));
    expect([submission.outcome, defects]).toEqual(['unknown', 1]);
  });

  it('is aborted when its time is up, and has the outcome that the client then returns (PROV-7)', async () => {
    const { submission } = await submitting(
      (signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ outcome: 'not_reached', detail: 'aborted' }));
        }),
      { timeoutMs: 20 },
    );
    expect(submission).toEqual({ outcome: 'not_reached', detail: 'aborted' });
  });

  it('is unknown if the client does not react to the abort', async () => {
    const { submission } = await submitting(() => new Promise(() => undefined), { timeoutMs: 20 });
    expect(submission).toEqual({ outcome: 'unknown', detail: 'overdue' });
  });

  it('is aborted at once when the process stops', async () => {
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
