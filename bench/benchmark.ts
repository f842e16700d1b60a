import type { Progress } from '../services/local/progress';

export interface Benchmark {
  readonly name: string;
  /** What it measures, for the list of benchmarks. */
  readonly doc: string;
  run(settings: BenchmarkSettings, progress: Progress): Promise<void>;
}

export interface BenchmarkSettings {
  /** How long one case is measured. */
  readonly seconds: number;
  /** True for a short trial run, which is not a measurement. */
  readonly quick: boolean;
  /** Folder for CPU profiles of the services. If it is set, only the case that is profiled runs. */
  readonly profileFolder: string | undefined;
}
