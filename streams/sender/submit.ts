import type { WithinDeadline } from '../runtime/timing/deadline';
import type { SendingChannel } from './channel';
import type { Provider, Submission } from './provider';

/** The way to one provider. */
export interface Line<Nudge> {
  readonly channel: SendingChannel<Nudge>;
  readonly provider: Pick<Provider<Nudge>, 'submit'>;
}

/** What is handed over, and to whom. */
export interface Call<Nudge> {
  readonly compose: () => Nudge;
  readonly provider: Line<Nudge>['provider'];
}

export interface SubmissionLimits {
  readonly within: WithinDeadline;
  /** What is left of the time since the attempt was written down. */
  readonly timeoutMs: number;
  readonly calledOff: AbortSignal;
  readonly onDefect: (error: unknown) => void;
}

/**
 * Calls the provider, once, and says what became of it. Whatever goes wrong before the call was certainly never handed
 * over; whatever goes wrong in it may have been.
 */
export async function submit<Nudge>(
  { compose, provider }: Call<Nudge>,
  { within, timeoutMs, calledOff, onDefect }: SubmissionLimits,
): Promise<Submission> {
  // A process that was held up since its claim: another may have declared the attempt unknown by now.
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
