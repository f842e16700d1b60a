import { readFileSync } from 'node:fs';
import { newId } from '../../schemas/ids';
import { canonicalEnvelope } from '../../streams/webhook-dispatcher/canonical';
import type { BenchmarkSettings } from '../benchmark';
import { driveLoad } from '../measure/drive-load';
import { HelperProcess } from '../measure/helper-process';
import type { RunResult } from '../measure/measured-run';
import { takeUsage, usageFigures, type UsageFigures } from '../measure/usage-figures';
import type { PostingOrder } from './bare-poster';
import { EVENT_TYPE, exampleData } from './event-source';
import type { Sink } from './sink';

export interface FloorFigures extends RunResult, UsageFigures {
  readonly name: string;
}

const CONNECTIONS = 64;
const MOST_REQUESTS = 1_000_000;

/** Posts the same bodies to the same sink with a bare loop of undici. */
export async function measureFloor(
  sink: Sink,
  endpoints: readonly number[],
  { quick, seconds }: Pick<BenchmarkSettings, 'quick' | 'seconds'>,
): Promise<FloorFigures> {
  const poster = HelperProcess.start(require.resolve('./bare-poster'));
  const now = Date.now();
  const data = exampleData() as Parameters<typeof canonicalEnvelope>[0]['data'];
  const order: PostingOrder = {
    origin: `https://${sink.host}`,
    paths: endpoints.map((endpoint) => new URL(sink.urlOf(endpoint)).pathname),
    ca: readFileSync(sink.caFile, 'utf8'),
    body: canonicalEnvelope({ id: newId('evt', now), type: EVENT_TYPE, occurredAt: new Date(now), data }),
    connections: CONNECTIONS,
    limits: { warmUpMs: quick ? 1_000 : 3_000, measureMs: seconds * 1_000, maxRequests: MOST_REQUESTS },
  };
  try {
    const pids = { sink: sink.pid, poster: poster.pid };
    const { result, before, after } = await driveLoad(poster, order, () => takeUsage(pids));
    await sink.take();
    const name = `bare undici, ${CONNECTIONS} kept connections`;
    return { name, ...result, ...usageFigures(before, after, result.accepted) };
  } finally {
    await poster.stop();
  }
}
