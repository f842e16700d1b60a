import { Backoff } from '../runtime/timing/backoff';
import { classifyFailure, LONE_CUT_OFFS, setbackOf } from '../runtime/failures/failures';
import type { Work } from './work';

/** How a sender tries and gives up single claims. */
export interface LoneClaims {
  /** Returns the error if the claim failed, undefined if it was committed. */
  readonly tryToClaim: (work: Work) => Promise<unknown>;
  readonly giveUp: (work: Work, error: unknown) => void;
  /** Whether the database answers a query of another kind. */
  readonly isReachable: () => Promise<boolean>;
  readonly isStopped: () => boolean;
}

/**
 * Claims the sends of a claim that timed out, each alone, because one of them may be the cause. A send whose claim
 * fails goes to the end, so the others do not wait for it. After `LONE_CUT_OFFS` time-outs alone it is given up.
 */
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
    const isCutOff = setbackOf(error) === 'cut_off' && (await deps.isReachable());
    const cutOffs = isCutOff ? next.cutOffs + 1 : 0;
    if (classifyFailure(error) !== 'outage' || cutOffs >= LONE_CUT_OFFS) deps.giveUp(work, error);
    else {
      waiting.push({ work, cutOffs });
      await backoff.pause();
    }
  }
}
