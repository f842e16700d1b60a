import type { Progress } from '../services/local/progress';

export interface Benchmark {
  readonly name: string;
  /** What it measures, for the list of them. */
  readonly doc: string;
  run(settings: BenchmarkSettings, progress: Progress): Promise<void>;
}

export interface BenchmarkSettings {
  /** How long one case is measured. */
  readonly seconds: number;
  /** A look rather than a measurement. */
  readonly quick: boolean;
  /** Where CPU profiles of the services are left; only the case they are for is run then. */
  readonly profileFolder: string | undefined;
}
