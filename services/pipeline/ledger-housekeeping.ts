import { forgetExpired } from '../../streams/ledger/housekeeping/forget';
import { pruneOld } from '../../streams/ledger/housekeeping/prune';
import type { Codec } from '../../streams/runtime/kafka/codec';
import type { Sql } from '../../streams/runtime/postgres/database';
import type { LogClient } from '../../streams/runtime/kafka/kafka-client';
import type { CommandConsumer } from '../../streams/runtime/commands/command-consumer';
import type { RecordProducer } from '../../streams/runtime/kafka/producer';
import { refreshStatistics } from '../../streams/runtime/postgres/table-statistics';
import { openTrimmer } from '../../streams/runtime/kafka/trimmer';
import { every } from '../shared/periodic';
import type { PipelineContext } from './processor';
import { soundTimes } from './sound-times';

const LOOK_EVERY_MS = 2_000;
const FORGET_EVERY_MS = 5_000;
const PRUNE_EVERY_MS = 60_000;
const TRIM_EVERY_MS = 60_000;

interface Household {
  readonly kafka: LogClient;
  readonly sql: Sql;
  readonly codec: Codec;
  readonly producer: RecordProducer;
  readonly consumer: CommandConsumer;
}

/**
 * Keeps the log and the tables from growing: trims applied commands and deletes expired answers and old rows. It also
 * refreshes table statistics, which keeps look-ups quick while tables grow.
 */
export async function startHousekeeping(
  { config, logger, clock }: PipelineContext,
  { kafka, sql, codec, producer, consumer }: Household,
): Promise<{ stop(): Promise<void> }> {
  const wallNowMs = (): number => Date.now();
  const keepAppliedMs = config.commandsKeepAppliedMs;
  const trimmer = await openTrimmer(kafka, { sql, codec, producer, keepAppliedMs, wallNowMs });
  const report = (error: unknown): void => {
    logger.warn({ error }, 'housekeeping of the ledger failed; trying again');
  };

  const trimming = every(
    Math.min(TRIM_EVERY_MS, keepAppliedMs / 4),
    () => trimmer.trim(consumer.ownedPartitions),
    report,
  );
  const forgetting = every(
    FORGET_EVERY_MS,
    async (isStopped) => {
      while ((await forgetExpired(sql, await soundTimes(sql, clock, wallNowMs))) && !isStopped());
    },
    report,
  );

  const pruning = every(
    PRUNE_EVERY_MS,
    async (isStopped) => {
      while ((await pruneOld(sql, (await soundTimes(sql, clock, wallNowMs)).nowMs)) && !isStopped());
    },
    report,
  );

  const looking = every(LOOK_EVERY_MS, () => refreshStatistics(sql), report);

  return {
    async stop() {
      await Promise.all([trimming.stop(), forgetting.stop(), pruning.stop(), looking.stop()]);
      await trimmer.close();
    },
  };
}
