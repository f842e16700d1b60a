import type { Bench } from '../bench';
import { measureInserts, type InsertFloor } from '../floor/inserts';
import { measureRequestReply } from '../floor/request-reply';
import type { RunResult } from '../measure/measured-run';
import { rate, span } from '../measure/texts';

export interface FloorFigures {
  readonly inserts: InsertFloor;
  readonly requestReply: RunResult;
}

const MOST_REQUESTS = 2_000_000;

export async function measureFloor(bench: Bench, when: string): Promise<FloorFigures> {
  const { home, servers, settings, progress } = bench;
  const limits = {
    // A broker is slow until its hot code is compiled.
    warmUpMs: settings.quick ? 2_000 : 5_000,
    measureMs: settings.seconds * 1_000,
    maxRequests: MOST_REQUESTS,
  };
  const exchanging = measureRequestReply(servers.KAFKA_BROKERS.url, limits);
  const requestReply = await progress.step(
    'request and reply',
    exchanging,
    (result) => `floor ${when}: bare kafkajs request-reply ${rate(result.perSecond)}, ${span(result)}`,
  );
  const inserting = measureInserts(home, servers.DATABASE_URL.url, settings.seconds);
  const inserts = await progress.step(
    'inserts',
    inserting,
    (result) => `floor ${when}: one-row inserts ${rate(result.perSecond)} (${result.measuredBy})`,
  );
  return { inserts, requestReply };
}
