/** One of the pipeline's processors at work in this process. */
export interface Processor {
  readonly name: string;
  /** True once it has taken up what the group gave it. */
  readonly isReady: () => boolean;
  /** Finishes the batch at hand, tells what it committed, and leaves the group. */
  stop(): Promise<void>;
}
