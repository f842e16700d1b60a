import { ConfigError, earlySetting } from './config/config';
import { createLogger, type ServiceLogger } from './logger';
import type { RunningService, Service } from './service';

/** What the host process offers; `process` in the product. */
export interface Host {
  on(event: string, listener: (reason: unknown) => void): unknown;
  exit(code: number): void;
}

/**
 * The life of a process: start, run, drain on the first signal, end. Whatever cannot be drained in time is cut off, for
 * the promises do not rest on an orderly end.
 */
export function runService(service: Service, args: readonly string[], host: Host = process): void {
  const logger = createLogger(service.name, earlySetting('logLevel'));
  const fail = (error: unknown): void => {
    report(logger, error);
    host.exit(1);
  };
  let running: RunningService | undefined;
  let stopping = false;

  const stop = (signal: unknown): void => {
    // A second signal means now. Before the start is through nothing was accepted, and nothing has succeeded either.
    if (stopping || running === undefined) {
      host.exit(1);
      return;
    }
    stopping = true;
    logger.info({ signal }, 'draining');
    setTimeout(() => {
      logger.error({}, 'not drained in time');
      host.exit(1);
    }, earlySetting('drainTimeoutMs')).unref();
    running.drain().then(() => {
      logger.info({}, 'drained');
      host.exit(0);
    }, fail);
  };
  host.on('SIGTERM', stop);
  host.on('SIGINT', stop);
  host.on('unhandledRejection', fail);
  host.on('uncaughtException', fail);

  service.start({ args, fail }).then((started) => (running = started), fail);
}

/** A wrong environment is told in plain lines: whoever reads it is at a terminal, mending it. */
function report(logger: ServiceLogger, error: unknown): void {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else logger.fatal({ error }, 'the process ends');
}
