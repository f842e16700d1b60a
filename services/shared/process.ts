import { ConfigError, earlySetting } from './config/config';
import { createLogger, type ServiceLogger } from './logger';
import type { RunningService, Service } from './service';

/** The parts of the host process that a service uses: `process` in the product, a stand-in in tests. */
export interface Host {
  on(event: string, listener: (reason: unknown) => void): unknown;
  exit(code: number): void;
}

/**
 * The life of a process: start, run, drain on the first signal, end. What cannot be drained in time is cut off, because
 * no promise depends on an orderly end.
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
    // A second signal means: at once. A signal before the start has ended stops the process as a failure; nothing was
    // accepted yet.
    if (stopping || running === undefined) {
      host.exit(1);
      return;
    }
    stopping = true;
    logger.info({ signal }, 'draining');
    setTimeout(() => {
      logger.error({}, 'not drained within DRAIN_TIMEOUT_MS; ending the process');
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

/** A wrong environment is reported in plain lines, because its reader is at a terminal and is correcting it. */
function report(logger: ServiceLogger, error: unknown): void {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else logger.fatal({ error }, 'the process ends');
}
