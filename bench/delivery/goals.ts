import type { InsertFloor } from '../floor/inserts';
import { atLeast, below, mean, type GoalFigure } from '../measure/goals';
import type { DeliveryFigures } from './figures';

/** The mean of the measurements before and after. */
export function insertsOf(floors: readonly InsertFloor[]): number {
  return mean(floors.map(({ perSecond }) => perSecond));
}

export function goalFigures({ floors, chain, timers, storm }: DeliveryFigures): GoalFigure[] {
  const [full, tenth] = chain;
  return [
    below(30, 'accepted push to submission at a tenth of full load, p50 ms', tenth?.delay.p50Ms),
    below(150, 'the same, p99 ms', tenth?.delay.p99Ms),
    atLeast(0.05, 'emails submitted / inserts', (full?.submittedPerSecond ?? NaN) / insertsOf(floors)),
    below(100, 'a million pending timers, MB', timers.memoryAfter - timers.memoryBefore),
    below(10, 'until a storm of deadlines is applied, s', storm.appliedAfterMs / 1_000),
    below(100, 'others delayed by it at p99, ms', storm.during.p99Ms - storm.before.p99Ms),
  ];
}
