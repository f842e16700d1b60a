import type { OpenClock } from '../shared/clock';
import type { ServiceContext } from '../shared/service';

/** What every processor gets; all of a process share its clock. */
export interface PipelineContext extends ServiceContext<'pipeline'> {
  readonly clock: OpenClock;
}

/** One of the pipeline's processors at work in this process. */
export interface Processor {
  readonly name: string;
  /** True once it has taken up what the group gave it, while it hears the group: a broker that hangs says nothing else. */
  readonly isReady: () => boolean;
  /** Finishes the batch at hand, tells what it committed, and leaves the group. */
  stop(): Promise<void>;
}
