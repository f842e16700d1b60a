import { Backoff } from '../runtime/timing/backoff';
import { classifyFailure, LONE_CUT_OFFS, setbackOf } from '../runtime/failures/failures';
import type { Work } from './work';

export interface LoneClaims {
  /** Gives back why it failed, and nothing when it is claimed. */
  readonly tryToClaim: (work: Work) => Promise<unknown>;
  readonly giveUp: (work: Work, error: unknown) => void;
  readonly answers: () => Promise<boolean>;
  readonly isStopped: () => boolean;
}

/** The sends of a claim that took too long, each by itself: one of them may be why. It comes last again, so nobody waits for it. */
export async function claimOneByOne(works: readonly Work[], deps: LoneClaims): Promise<void> {
  const waiting = works.map((work) => ({ work, cutOffs: 0 }));
  const backoff = new Backoff();
  for (let next = waiting.shift(); next !== undefined && !deps.isStopped(); next = waiting.shift()) {
    const { work } = next;
    const error = await deps.tryToClaim(work);
    if (error === undefined) {
      backoff.reset();
      continue;
    }
    const isCutOff = setbackOf(error) === 'cut_off' && (await deps.answers());
    const cutOffs = isCutOff ? next.cutOffs + 1 : 0;
    if (classifyFailure(error) !== 'outage' || cutOffs >= LONE_CUT_OFFS) deps.giveUp(work, error);
    else {
      waiting.push({ work, cutOffs });
      await backoff.pause();
    }
  }
}
