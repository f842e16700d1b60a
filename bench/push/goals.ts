import { atLeast, below, mean, type GoalFigure } from '../measure/goals';
import type { CaseFigures } from './measure-case';
import type { FloorFigures } from './measure-floor';
import type { PushFigures } from './measure-pushes';

/** The floor of one run: the mean of the measurements before and after the pushes. */
export interface Floor {
  readonly inserts: number;
  readonly requestReply: number;
}

export function floorOf(floors: readonly FloorFigures[]): Floor {
  return {
    inserts: mean(floors.map(({ inserts }) => inserts.perSecond)),
    requestReply: mean(floors.map(({ requestReply }) => requestReply.perSecond)),
  };
}

export function goalFigures(floor: Floor, { cases }: PushFigures): GoalFigure[] {
  const { at64, at512, hot, steady } = cases;
  return [
    atLeast(0.15, 'at 64 / inserts', ratio(at64, floor.inserts)),
    atLeast(0.45, 'at 64 / request-reply', ratio(at64, floor.requestReply)),
    atLeast(0.25, 'at 512 / inserts', ratio(at512, floor.inserts)),
    atLeast(0.85, 'one business / 50 businesses, at 64', ratio(hot, at64?.perSecond)),
    below(6, 'p50 at 100/s, ms', steady?.p50Ms),
    below(20, 'p99 at 100/s, ms', steady?.p99Ms),
  ];
}

function ratio(figures: CaseFigures | undefined, reference: number | undefined): number | undefined {
  return figures === undefined || reference === undefined ? undefined : figures.perSecond / reference;
}
