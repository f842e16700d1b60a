import { benchOnServers, type Bench } from '../bench';
import type { Benchmark } from '../benchmark';
import { startPushing } from '../load/pushing';
import { rate, span } from '../measure/texts';
import { serviceStarter } from '../services';
import { EventSource } from './event-source';
import { measureDispatch, type DispatchCase, type DispatchFigures } from './measure-dispatch';
import { measureFloor, type FloorFigures } from './measure-floor';
import { measureHeardPushes, type HeardBench, type HeardPushes } from './measure-pushes';
import { registerEndpoints, type Merchant } from './merchants';
import { reportOf, type WebhookReport } from './report';
import { Sink } from './sink';

export const webhooksBenchmark: Benchmark = {
  name: 'webhooks',
  doc: 'webhooks delivered to one endpoint and to a hundred, some of which hang, against bare posting',
  run: (settings, progress) =>
    benchOnServers(settings, progress, async (bench) => reportOf(await measureAll(bench))),
};

/** Ten merchants with an endpoint each, and ten with ten. */
const MERCHANTS = 10;
const ENDPOINTS_EACH = 10;
const HUNDRED = MERCHANTS * ENDPOINTS_EACH;

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
  const dispatch = (one: DispatchCase): Promise<DispatchFigures> =>
    progress.step(
      one.name,
      measureDispatch(dispatchBench, one),
      ({ perSecond, delay }) => `${one.name}: ${rate(perSecond)}; at half of it ${span(delay)}`,
    );

  const [one, hundred, someHang] = dispatchCases(many, single, settings.seconds);
  const toOne = await dispatch(one);
  // Around what is compared with them, for the machine may run at another speed a minute later.
  const floorBefore = await floor(bench, sink, 'before');
  const toHundred = await dispatch(hundred);
  const floorAfter = await floor(bench, sink, 'after');
  const heard = await measureHeard({ bench, pushing, sink, merchants: single });
  const figures = [toOne, toHundred, await dispatch(someHang)];
  await source.close();
  await Promise.all([dispatcher.stop(), pushing.stop(), sink.stop()]);
  return { machine: bench.machine, floors: [floorBefore, floorAfter], dispatch: figures, heard };
}

/** As docker-compose.yml has it. */
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

/** What hangs comes last: its deliveries go on being tried. */
function dispatchCases(
  many: readonly Merchant[],
  single: readonly Merchant[],
  seconds: number,
): [DispatchCase, DispatchCase, DispatchCase] {
  const oneOfEach = many.map(({ endpoints }) => endpoints[0]!);
  const common = { sometimesHanging: new Set(oneOfEach), hanging: [] };
  // At the usual speed this takes as long as the floor is measured: less, and much of it is code that warms up.
  const each = { merchants: many, eventsPerMerchant: seconds * 50 };
  return [
    { ...common, name: 'one endpoint', merchants: single.slice(0, 1), eventsPerMerchant: seconds * 500 },
    { ...common, ...each, name: '100 endpoints' },
    { ...common, ...each, name: '100 endpoints, 10 hang', hanging: oneOfEach },
  ];
}

/** Full load first, for a tenth of it is only known then. */
async function measureHeard(heard: HeardBench): Promise<HeardPushes[]> {
  const { progress } = heard.bench;
  const measure = (name: string, shape: Parameters<typeof measureHeardPushes>[2]): Promise<HeardPushes> =>
    progress.step(
      name,
      measureHeardPushes(heard, name, shape),
      ({ heardPerSecond, delay }) => `${name}: ${rate(heardPerSecond)} heard of, ${span(delay)}`,
    );
  const full = await measure('pushes, 64 connections', { kind: 'closed', connections: 64 });
  const perSecond = Math.max(1, Math.round(full.heardPerSecond / 10));
  return [full, await measure(`a tenth of it, ${perSecond}/s offered`, { kind: 'open', perSecond })];
}

function floor({ progress, settings }: Bench, sink: Sink, when: string): Promise<FloorFigures> {
  return progress.step(
    'bare posting',
    measureFloor(sink, settings, when),
    (figures) => `${figures.name}: ${rate(figures.perSecond)}, ${span(figures)}`,
  );
}
