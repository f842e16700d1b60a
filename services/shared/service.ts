import { Registry, collectDefaultMetrics } from 'prom-client';
import { loadConfig, type Config, type ServiceName } from './config/config';
import { createLogger, type ServiceLogger } from './logger';

/** A role that the program can play: `node dist/services/main.js <name> <arguments>`. */
export interface Service {
  readonly name: ServiceName;
  /** One line of `--help`, which begins with the arguments of the role. */
  readonly doc: string;
  start(run: ServiceRun): Promise<RunningService>;
}

/** What `services/main.ts` passes to the role that it starts. */
export interface ServiceRun {
  readonly args: readonly string[];
  /** Ends the process, because the service has lost something that it needs and cannot recover by itself. */
  readonly fail: (error: unknown) => void;
}

export interface RunningService {
  /** Stops accepting work, finishes what it accepted, and closes everything. */
  drain(): Promise<void>;
}

export interface ServiceContext<Name extends ServiceName> extends ServiceRun {
  readonly config: Config<Name>;
  readonly logger: ServiceLogger;
  /** The metrics of this process, which `/metrics` serves. */
  readonly registry: Registry;
}

/**
 * Defines a service whose wiring sees only the settings that it declared in the table of variables.
 *
 * A service that does its work and ends (setup) returns a `drain` that does nothing. Once no handle is open, Node ends
 * the process.
 *
 * `furtherProblems` checks settings outside of the table, so that one error names every problem.
 */
export function defineService<Name extends ServiceName>(
  name: Name,
  doc: string,
  start: (context: ServiceContext<Name>) => Promise<RunningService>,
  furtherProblems: () => readonly string[] = () => [],
): Service {
  return {
    name,
    doc,
    async start(run) {
      const config = loadConfig(name, undefined, furtherProblems());
      const logger = createLogger(name, config.logLevel);
      const registry = new Registry();
      collectDefaultMetrics({ register: registry });
      return start({ ...run, config, logger, registry });
    },
  };
}
