import type { Bench } from '../bench';
import { makeBusinesses, type NewBusiness, type Pusher } from '../businesses';
import { HelperProcess } from '../measure/helper-process';
import type { ServiceStarter } from '../services';

/** The processes that accept pushes, and the load generator that makes them. */
export interface Pushing {
  readonly pushers: readonly Pusher[];
  readonly generator: HelperProcess;
  readonly pids: Readonly<Record<'ingress' | 'ledger', number>> & Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

/** Runs setup, starts a ledger, creates the businesses, and starts an ingress and a load generator. */
export async function startPushing(
  bench: Bench,
  start: ServiceStarter,
  newBusinesses: readonly NewBusiness[],
): Promise<Pushing> {
  const { progress, servers } = bench;
  await progress.step('setup', start.setUp(), () => 'Database, topics and schemas are set up');
  const ledger = await progress.step('ledger', start.ledger(), () => 'ledger is ready');
  const pushers = await makeBusinesses(bench, start, newBusinesses);
  const ingress = await progress.step('ingress', start.ingress(), () => 'ingress is ready');
  const generator = HelperProcess.start(require.resolve('./load-generator'));
  return {
    pushers,
    generator,
    pids: {
      ingress: ingress.pid,
      ledger: ledger.pid,
      Postgres: servers.DATABASE_URL.pid,
      Kafka: servers.KAFKA_BROKERS.pid,
      Redis: servers.REDIS_URL.pid,
    },
    async stop() {
      await generator.stop();
      await Promise.all([ingress.stop(), ledger.stop()]);
    },
  };
}
