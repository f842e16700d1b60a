import type { InsertFloor } from '../floor/inserts';
import type { ChainFigures } from './measure-chain';
import type { SenderFigures } from './measure-senders';
import type { StormFigures } from './measure-storm';
import type { TimerFigures } from './measure-timers';

/** All figures of one run. */
export interface DeliveryFigures {
  readonly machine: string;
  readonly floors: readonly InsertFloor[];
  readonly senders: readonly SenderFigures[];
  /** Two measurements: at full load and at a tenth of it. */
  readonly chain: readonly ChainFigures[];
  readonly timers: TimerFigures;
  readonly storm: StormFigures;
}
