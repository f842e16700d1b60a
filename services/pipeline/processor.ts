import type { OpenClock } from '../shared/clock';
import type { ServiceContext } from '../shared/service';

/** What every processor gets to start. All processors of a process share its clock. */
export interface PipelineContext extends ServiceContext<'pipeline'> {
  readonly clock: OpenClock;
}

/** One of the pipeline's processors, running in this process. */
export interface Processor {
  readonly name: string;
  /**
   * True once it has opened the partitions that the group assigned, and while the group answers. A broker that
   * hangs shows in nothing else.
   */
  readonly isReady: () => boolean;
  /** Finishes the current batch, publishes what it committed, and leaves the group. */
  stop(): Promise<void>;
}
