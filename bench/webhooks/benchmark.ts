import { benchOnServers, type Bench } from '../bench';
import type { Benchmark } from '../benchmark';
import { startPushing } from '../load/pushing';
import { mean } from '../measure/goals';
import { rate, span } from '../measure/texts';
import { serviceStarter } from '../services';
import { EventSource } from './event-source';
import { floodInTurns } from './flood-in-turns';
import {
  measureDelay,
  measureFlood,
  warmUp,
  type DispatchBench,
  type DispatchCase,
} from './measure-dispatch';
import { measureFloor } from './measure-floor';
import { measureWebhookPushes, type WebhookPushBench, type WebhookPushes } from './measure-pushes';
import { registerEndpoints, type Merchant } from './merchants';
import { reportOf, type DispatchFigures, type WebhookReport } from './report';
import { Sink } from './sink';

export const webhooksBenchmark: Benchmark = {
  name: 'webhooks',
  doc: 'webhooks delivered to one endpoint and to a hundred, some of which hang, against bare posting',
  run: (settings, progress) =>
    benchOnServers(settings, progress, async (bench) => reportOf(await measureAll(bench))),
};

/** Ten merchants with one endpoint each, and ten with ten endpoints each. */
const MERCHANTS = 10;
const ENDPOINTS_EACH = 10;
const HUNDRED = MERCHANTS * ENDPOINTS_EACH;
const ROUNDS = 4;
const ROUNDS_WITH_HANGING = 2;

async function measureAll(bench: Bench): Promise<WebhookReport> {
  const { ports, progress, servers, settings } = bench;
  const sink = await Sink.start(bench.home);
  const start = serviceStarter(bench, environmentFor(sink));
  const paused = { settings: { sending_paused: true } };
  const pushing = await startPushing(bench, start, Array<typeof paused>(2 * MERCHANTS).fill(paused));
  const [many, single] = await progress.step(
    'endpoints',
    makeMerchants(bench, sink, pushing.pushers),
    () => `${HUNDRED + MERCHANTS} endpoints are registered`,
  );
  const starting = start.pipeline('webhooks', ports.WEBHOOKS_PORT, IN_PRODUCTION);
  const dispatcher = await progress.step('webhooks', starting, () => 'webhooks is ready');
  const source = await EventSource.open(servers);
  const pids = { dispatcher: dispatcher.pid, sink: sink.pid, Postgres: servers.DATABASE_URL.pid };
  const dispatchBench = { sink, source, pids, seconds: settings.seconds };
  const measure = dispatchMeasurer({ bench, dispatchBench, endpoints: alwaysHealthy(many) });

  const [one, hundred, someHang] = dispatchCases(many, single, settings.seconds);
  const toOne = await measure(one, 1);
  const toHundred = await measure(hundred, settings.quick ? 1 : ROUNDS);
  const pushes = await measurePushes({ bench, pushing, sink, merchants: single });
  const figures = [toOne, toHundred, await measure(someHang, settings.quick ? 1 : ROUNDS_WITH_HANGING)];
  await source.close();
  await Promise.all([dispatcher.stop(), pushing.stop(), sink.stop()]);
  return { machine: bench.machine, dispatch: figures, pushes };
}

/** The value in docker-compose.yml. */
const IN_PRODUCTION = { NODE_OPTIONS: '--max-semi-space-size=64' };

/** Production refuses endpoints on this machine. */
function environmentFor(sink: Sink): Record<string, string> {
  return { NODE_ENV: 'development', WEBHOOK_ALLOWED_HOSTS: sink.host, WEBHOOK_CA_FILE: sink.caFile };
}

async function makeMerchants(
  { ports }: Bench,
  sink: Sink,
  pushers: Parameters<typeof registerEndpoints>[2],
): Promise<[Merchant[], Merchant[]]> {
  const [tenEach, oneEach] = [pushers.slice(0, MERCHANTS), pushers.slice(MERCHANTS)];
  const port = ports.INGRESS_PORT;
  return [
    await registerEndpoints(port, sink, tenEach, { first: 0, each: ENDPOINTS_EACH }),
    await registerEndpoints(port, sink, oneEach, { first: HUNDRED, each: 1 }),
  ];
}

/** Measures floods in turns with bare posting, then the delay at half the rate of the floods. */
function dispatchMeasurer({ bench, dispatchBench, endpoints }: DispatchPlace) {
  const { progress, settings } = bench;
  const half = { quick: settings.quick, seconds: Math.ceil(settings.seconds / 2) };
  const floor = () =>
    progress.step(
      'bare posting',
      measureFloor(dispatchBench.sink, endpoints, half),
      ({ name, perSecond, ...delay }) => `${name}: ${rate(perSecond)}, ${span(delay)}`,
    );
  return async (one: DispatchCase, rounds: number): Promise<DispatchFigures> => {
    const flood = () =>
      progress.step(
        one.name,
        measureFlood(dispatchBench, one),
        ({ perSecond }) => `${one.name}: ${rate(perSecond)}`,
      );
    await progress.step('warming up', warmUp(dispatchBench, one), () => `${one.name}: warm`);
    const turns = await floodInTurns(rounds, { floor, flood });
    const perSecond = mean(turns.map((turn) => turn.flood.perSecond));
    const delay = await progress.step(
      'delay',
      measureDelay(dispatchBench, one, perSecond / 2),
      (figures) => `${one.name}, at half of that: ${span(figures)}`,
    );
    return { name: one.name, rounds: turns, perSecond, delay };
  };
}

interface DispatchPlace {
  readonly bench: Bench;
  readonly dispatchBench: DispatchBench;
  /** The endpoints for bare posting. */
  readonly endpoints: readonly number[];
}

/** The first endpoint of each merchant hangs in one case. */
function alwaysHealthy(merchants: readonly Merchant[]): number[] {
  return merchants.flatMap(({ endpoints }) => endpoints.slice(1));
}

/** The case with hanging endpoints is last, because their deliveries are retried afterwards. */
function dispatchCases(
  many: readonly Merchant[],
  single: readonly Merchant[],
  seconds: number,
): [DispatchCase, DispatchCase, DispatchCase] {
  const oneOfEach = many.map(({ endpoints }) => endpoints[0]!);
  const common = { sometimesHanging: new Set(oneOfEach), hanging: [] };
  // At the usual rate a flood takes as long as the measurement of the floor beside it.
  const each = { merchants: many, eventsPerMerchant: seconds * 50 };
  return [
    { ...common, name: 'one endpoint', merchants: single.slice(0, 1), eventsPerMerchant: seconds * 500 },
    { ...common, ...each, name: '100 endpoints' },
    { ...common, ...each, name: '100 endpoints, 10 hang', hanging: oneOfEach },
  ];
}

/** Measures full load first, because the second load is a tenth of the result. */
async function measurePushes(pushBench: WebhookPushBench): Promise<WebhookPushes[]> {
  const { progress } = pushBench.bench;
  const measure = (name: string, shape: Parameters<typeof measureWebhookPushes>[2]): Promise<WebhookPushes> =>
    progress.step(
      name,
      measureWebhookPushes(pushBench, name, shape),
      ({ webhooksPerSecond, delay }) => `${name}: ${rate(webhooksPerSecond)} webhooks, ${span(delay)}`,
    );
  const full = await measure('pushes, 64 connections', { kind: 'closed', connections: 64 });
  const perSecond = Math.max(1, Math.round(full.webhooksPerSecond / 10));
  return [full, await measure(`a tenth of it, ${perSecond}/s offered`, { kind: 'open', perSecond })];
}
