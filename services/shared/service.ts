import { Registry, collectDefaultMetrics } from 'prom-client';
import { loadConfig, type Config, type ServiceName } from './config/config';
import { createLogger, type ServiceLogger } from './logger';

/** A role that the program can play: `node dist/services/main.js <name> <arguments>`. */
export interface Service {
  readonly name: ServiceName;
  /** One line of `--help`, beginning with the arguments the role takes. */
  readonly doc: string;
  start(run: ServiceRun): Promise<RunningService>;
}

/** What `services/main.ts` hands to the role it starts. */
export interface ServiceRun {
  readonly args: readonly string[];
  /** Ends the process: the service has lost something it cannot work without and cannot get back by itself. */
  readonly fail: (error: unknown) => void;
}

export interface RunningService {
  /** Stops taking work, finishes what was taken, lets go of everything. */
  drain(): Promise<void>;
}

export interface ServiceContext<Name extends ServiceName> extends ServiceRun {
  readonly config: Config<Name>;
  readonly logger: ServiceLogger;
  /** Metrics of this process; `/metrics` serves it. */
  readonly registry: Registry;
}

/**
 * A service whose wiring sees only the settings it declared in the table of variables.
 *
 * A service that does its work and ends (setup) returns a `drain` that does nothing: with no handle left open, Node ends
 * the process by itself.
 *
 * `furtherProblems` checks settings that the table does not have, so that one error names everything.
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
