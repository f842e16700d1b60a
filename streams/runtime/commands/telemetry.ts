import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DeadLetter } from './dead-letters';
import { framesOf } from '../failures/error-origin';
import type { Logger } from '../logger';
import type { LogRecord } from '../kafka/records';

/** What the command consumer reports to operators: metrics for what can be counted, log lines for single incidents. */
export interface CommandTelemetry {
  applied(commands: number, durationMs: number): void;
  parked(deadLetter: DeadLetter, error: unknown): void;
  /** The command timed out in the database although it was alone in its transaction. */
  cutOff(record: LogRecord, error: unknown): void;
  /** No command is parked for `pauseMs`. `undefined` says that a command was applied again. */
  braked(pauseMs: number | undefined): void;
  /** The command's time is this far ahead of the clock of this process, and it is dated back. */
  readonly ahead: (record: LogRecord, aheadMs: number) => void;
  opened(partitions: readonly number[]): void;
  openingFailed(partitions: readonly number[], error: unknown): void;
  recovering(partition: number, reason: string): void;
  relayFailed(partition: number, error: unknown): void;
  /** This number of replies is lost. The waiting requests read their stored outcomes. */
  repliesLost(count: number, error: unknown): void;
  outage(error: unknown): void;
}

export function createCommandTelemetry(registry: Registry, logger: Logger): CommandTelemetry {
  const metrics = createMetrics(registry);
  const { commands, batchSize, batchSeconds, dead, cutOffs, paused, recoveries, opened } = metrics;
  return {
    applied(count, durationMs) {
      commands.inc(count);
      batchSize.observe(count);
      batchSeconds.observe(durationMs / 1_000);
    },
    parked(deadLetter, error) {
      const { id, partition, offset, commandId, businessId, reason } = deadLetter;
      dead.inc({ reason });
      logger.error(
        {
          id,
          partition,
          offset,
          correlation_id: commandId,
          business_id: businessId,
          reason,
          error: deadLetter.error,
          stack: stackOf(error),
        },
        'command parked as a dead letter: fix the cause, then replay it',
      );
    },
    cutOff({ partition, offset }, error) {
      cutOffs.inc();
      logger.warn({ partition, offset, error }, 'a command timed out alone in its transaction, retrying');
    },
    braked(pauseMs) {
      paused.set(pauseMs === undefined ? 0 : 1);
      if (pauseMs === undefined) logger.info({}, 'commands are applied again');
      else logger.error({ pause_ms: pauseMs }, 'several commands in a row failed: parking is paused');
    },
    ahead: aheadReporter(metrics.ahead, logger),
    opened(partitions) {
      opened.inc(partitions.length);
      logger.info({ partitions }, 'partitions opened');
    },
    openingFailed(partitions, error) {
      logger.warn({ partitions, error }, 'partitions could not be opened, retrying');
    },
    recovering(partition, reason) {
      recoveries.inc({ reason });
      logger.warn({ partition, reason }, 'opening partition again');
    },
    relayFailed(partition, error) {
      logger.warn({ partition, error }, 'event relay failed');
    },
    repliesLost: lossReporter(metrics.repliesLost, logger),
    outage(error) {
      logger.warn({ error }, 'database or broker unavailable, retrying');
    },
  };
}

/** Counts every command of such a host, but logs at most one line a minute. */
function aheadReporter(counter: Counter, logger: Logger): CommandTelemetry['ahead'] {
  const log = atMostOnceAMinute((fields: object) => {
    logger.error(
      fields,
      'commands from a clock ahead of this one are dated back: synchronise the clocks of the hosts',
    );
  });
  return ({ partition, offset }, aheadMs) => {
    counter.inc();
    log({ partition, offset, ahead_ms: aheadMs });
  };
}

/** Logs at most one line a minute, because while Redis is down every batch loses its replies. */
function lossReporter(counter: Counter, logger: Logger): CommandTelemetry['repliesLost'] {
  const log = atMostOnceAMinute((error: unknown) => {
    logger.warn({ error }, 'replies could not be sent; waiting requests read the stored outcomes');
  });
  return (count, error) => {
    counter.inc(count);
    log(error);
  };
}

function atMostOnceAMinute<Subject>(log: (subject: Subject) => void): (subject: Subject) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (subject) => {
    if (performance.now() - loggedAt < MINUTE_MS) return;
    loggedAt = performance.now();
    log(subject);
  };
}

const MINUTE_MS = 60_000;

/** Operators rely on these names: docs/operations.md lists them. */
function createMetrics(registry: Registry) {
  const registers = [registry];
  return {
    commands: new Counter({ name: 'ledger_commands_total', help: 'Commands applied.', registers }),
    batchSize: new Histogram({
      name: 'ledger_batch_commands',
      help: 'Commands per transaction.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 250],
      registers,
    }),
    batchSeconds: new Histogram({
      name: 'ledger_batch_seconds',
      help: 'Time from reading a batch to its commit.',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
      registers,
    }),
    dead: new Counter({
      name: 'ledger_dead_letters_total',
      help: 'Commands parked as dead letters.',
      labelNames: ['reason'],
      registers,
    }),
    cutOffs: new Counter({
      name: 'ledger_cut_offs_total',
      help: 'Commands that timed out alone in their transaction.',
      registers,
    }),
    paused: new Gauge({
      name: 'ledger_parking_paused',
      help: '1 while commands that cannot be applied wait instead of being parked.',
      registers,
    }),
    ahead: new Counter({
      name: 'ledger_commands_ahead_total',
      help: "Commands dated back because their clock is ahead of the ledger's.",
      registers,
    }),
    repliesLost: new Counter({
      name: 'ledger_replies_lost_total',
      help: 'Replies that Redis did not take.',
      registers,
    }),
    recoveries: new Counter({
      name: 'ledger_recoveries_total',
      help: 'Partitions opened again after a fault.',
      labelNames: ['reason'],
      registers,
    }),
    opened: new Counter({ name: 'ledger_partitions_opened_total', help: 'Partitions opened.', registers }),
  };
}

/** The place of the error without its message, because the message may quote the command. */
function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? framesOf(error).slice(0, 5).join('\n') : undefined;
}
