import { mean } from '../measure/goals';
import type { FloodFigures } from './measure-dispatch';
import type { FloorFigures } from './measure-floor';

/** A flood of webhooks, with bare posting just before and just after. */
export interface Round {
  readonly before: FloorFigures;
  readonly flood: FloodFigures;
  readonly after: FloorFigures;
}

/**
 * Measures floods and bare posting in turns and compares each flood with the bare posting beside it, because the
 * machine may run at half its speed a minute later.
 */
export async function floodInTurns(
  rounds: number,
  {
    floor,
    flood,
  }: { readonly floor: () => Promise<FloorFigures>; readonly flood: () => Promise<FloodFigures> },
): Promise<Round[]> {
  const done: Round[] = [];
  let before = await floor();
  for (let round = 0; round < rounds; round += 1) {
    const flooded = await flood();
    const after = await floor();
    done.push({ before, flood: flooded, after });
    before = after;
  }
  return done;
}

export type FloodRate = 'perSecond' | 'alwaysHealthyPerSecond';

/** The rate of the flood relative to bare posting. */
export function shareOf({ before, flood, after }: Round, rate: FloodRate = 'perSecond'): number {
  return flood[rate] / mean([before.perSecond, after.perSecond]);
}

export function meanShare(rounds: readonly Round[], rate: FloodRate = 'perSecond'): number {
  return mean(rounds.map((round) => shareOf(round, rate)));
}
