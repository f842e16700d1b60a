import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DeadLetter } from './dead-letters';
import { framesOf } from '../failures/error-origin';
import type { Logger } from '../logger';
import type { LogRecord } from '../kafka/records';

/** What the consumer reports of itself, for operators: in metrics what can be counted, in the log what has a story. */
export interface CommandTelemetry {
  applied(commands: number, durationMs: number): void;
  parked(letter: DeadLetter, error: unknown): void;
  /** It took the database too long, alone. */
  cutOff(record: LogRecord, error: unknown): void;
  /** Nothing is put aside for so long, or `undefined`: a command has been applied again. */
  braked(pauseMs: number | undefined): void;
  /** A command was made by a clock that is so far ahead of this process's, and is dated back. */
  readonly ahead: (record: LogRecord, aheadMs: number) => void;
  opened(partitions: readonly number[]): void;
  openingFailed(partitions: readonly number[], error: unknown): void;
  recovering(partition: number, reason: string): void;
  relayFailed(partition: number, error: unknown): void;
  /** So many; those who wait look their outcomes up. */
  repliesLost(count: number, error: unknown): void;
  outage(error: unknown): void;
}

export function createLaneTelemetry(registry: Registry, logger: Logger): CommandTelemetry {
  const metrics = createMetrics(registry);
  const { commands, batchSize, batchSeconds, dead, cutOffs, paused, recoveries, opened } = metrics;
  return {
    applied(count, durationMs) {
      commands.inc(count);
      batchSize.observe(count);
      batchSeconds.observe(durationMs / 1_000);
    },
    parked(letter, error) {
      dead.inc({ reason: letter.reason });
      const { id, partition, offset, commandId, businessId, reason } = letter;
      logger.error(
        {
          id,
          partition,
          offset,
          correlation_id: commandId,
          business_id: businessId,
          reason,
          error: letter.error,
          stack: stackOf(error),
        },
        'command put aside',
      );
    },
    cutOff({ partition, offset }, error) {
      cutOffs.inc();
      logger.warn({ partition, offset, error }, 'a command took too long alone, trying again');
    },
    braked(pauseMs) {
      paused.set(pauseMs === undefined ? 0 : 1);
      if (pauseMs === undefined) logger.info({}, 'commands are applied again');
      else logger.error({ pause_ms: pauseMs }, 'many commands in a row could not be applied: they wait');
    },
    ahead: aheadReporter(metrics.ahead, logger),
    opened(partitions) {
      opened.inc(partitions.length);
      logger.info({ partitions }, 'partitions opened');
    },
    openingFailed(partitions, error) {
      logger.warn({ partitions, error }, 'partitions could not be opened, trying again');
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
      logger.warn({ error }, 'database or broker away, trying again');
    },
  };
}

/** Every command of such a host is counted, but one line a minute tells as much. */
function aheadReporter(counter: Counter, logger: Logger): CommandTelemetry['ahead'] {
  const log = atMostOnceAMinute((fields: object) => {
    logger.error(fields, 'commands come from a clock that is ahead of this one: they are dated back');
  });
  return ({ partition, offset }, aheadMs) => {
    counter.inc();
    log({ partition, offset, ahead_ms: aheadMs });
  };
}

/** While Redis is away, each batch loses its replies. */
function lossReporter(counter: Counter, logger: Logger): CommandTelemetry['repliesLost'] {
  const log = atMostOnceAMinute((error: unknown) => {
    logger.warn({ error }, 'replies could not be sent; those who wait look their outcomes up');
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

/** Names are part of what operators rely on: docs/operations.md lists them. */
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
      help: 'Commands put aside.',
      labelNames: ['reason'],
      registers,
    }),
    cutOffs: new Counter({
      name: 'ledger_cut_offs_total',
      help: 'Commands that took the database too long, alone.',
      registers,
    }),
    paused: new Gauge({
      name: 'ledger_parking_paused',
      help: '1 while commands that cannot be applied wait instead of being put aside.',
      registers,
    }),
    ahead: new Counter({
      name: 'ledger_commands_ahead_total',
      help: "Commands of a clock that is ahead of the ledger's, dated back.",
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

/** Where it happened, without the message: it may quote the command. */
function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? framesOf(error).slice(0, 5).join('\n') : undefined;
}
