import type { WithinDeadline } from '../runtime/timing/deadline';
import type { SendingChannel } from './channel';
import type { Provider, Submission } from './provider';

/** A channel and the client of its provider. */
export interface SendingRoute<Nudge> {
  readonly channel: SendingChannel<Nudge>;
  readonly provider: Pick<Provider<Nudge>, 'submit'>;
}

/** One call of a provider. */
export interface Call<Nudge> {
  readonly compose: () => Nudge;
  readonly provider: SendingRoute<Nudge>['provider'];
}

export interface SubmissionLimits {
  readonly within: WithinDeadline;
  /** The time that is left since the claim. */
  readonly timeoutMs: number;
  readonly calledOff: AbortSignal;
  readonly onDefect: (error: unknown) => void;
}

/**
 * Calls the provider once and returns the outcome. After a failure before the call the message has certainly not
 * arrived (`not_reached`); after one during the call it may have (`unknown`).
 */
export async function submit<Nudge>(
  { compose, provider }: Call<Nudge>,
  { within, timeoutMs, calledOff, onDefect }: SubmissionLimits,
): Promise<Submission> {
  // This process stalled after the claim, and another sender may have reported the attempt as unknown by now.
  if (timeoutMs <= 0) return { outcome: 'not_reached', detail: 'too late' };
  let nudge: Nudge;
  try {
    nudge = compose();
  } catch (error) {
    onDefect(error);
    return { outcome: 'not_reached', detail: 'not composed' };
  }
  try {
    const submission = await within((signal) => provider.submit(nudge, signal), { timeoutMs, calledOff });
    return submission === 'overdue' ? { outcome: 'unknown', detail: 'overdue' } : submission;
  } catch (error) {
    onDefect(error);
    return { outcome: 'unknown', detail: 'failed on our side' };
  }
}
