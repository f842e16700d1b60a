import { benchOnServers, type Bench } from '../bench';
import type { Benchmark, BenchmarkSettings } from '../benchmark';
import { HelperProcess } from '../measure/helper-process';
import { rate, span } from '../measure/texts';
import { addressOf, serviceStarter } from '../services';
import type { ReadingOrder } from './load-generator';
import { measurePages, type PageFigures } from './measure-pages';
import type { PlainPageAnswer, PlainPageOrder } from './plain-page';
import { createReaders } from './readers';
import { INBOX, PLAIN, reportOf, type InboxReport } from './report';

export const inboxBenchmark: Benchmark = {
  name: 'inbox',
  doc: "the recipient's inbox, against a bare Express page of the same size",
  run: (settings, progress) =>
    benchOnServers(settings, progress, async (bench) =>
      reportOf({ machine: bench.machine, ...(await measureAll(bench)) }),
    ),
};

const CONNECTIONS = 64;
const MOST_REQUESTS = 2_000_000;

/** Measures both in turns, because the load of the machine may change during the run. */
async function measureAll(bench: Bench): Promise<Omit<InboxReport, 'machine'>> {
  const { settings, progress, ports, servers } = bench;
  const start = serviceStarter(bench);
  await progress.step('setup', start.setUp(), () => 'Database, topics and schemas are set up');
  const making = createReaders(servers.DATABASE_URL.url);
  const paths = await progress.step(
    'readers',
    making,
    (made) => `${made.length} readers with their messages`,
  );
  const inbox = await progress.step('inbox', start.inbox(), () => 'inbox is ready');
  const page = await (await fetch(addressOf(ports.INBOX_PORT) + paths[0]!)).text();
  const plain = HelperProcess.start(require.resolve('./plain-page'));
  plain.send({ page } satisfies PlainPageOrder);
  const { port: plainPort } = await plain.receive<PlainPageAnswer>(10_000);

  const read = (name: string, port: number, pids: Record<string, number>): Promise<PageFigures> => {
    const reading = measurePages(name, orderFor(port, paths, settings), pids);
    return progress.step(name, reading, (figures) => `${name}: ${rate(figures.perSecond)}, ${span(figures)}`);
  };
  const inboxPids = { [INBOX]: inbox.pid, Postgres: servers.DATABASE_URL.pid };
  const figures = { plain: [] as PageFigures[], inbox: [] as PageFigures[] };
  for (const round of ['1', '2']) {
    figures.plain.push(await read(`bare Express page, round ${round}`, plainPort, { [PLAIN]: plain.pid }));
    figures.inbox.push(await read(`inbox, round ${round}`, ports.INBOX_PORT, inboxPids));
  }
  await Promise.all([plain.stop(), inbox.stop()]);
  return { pageBytes: Buffer.byteLength(page), ...figures };
}

function orderFor(
  port: number,
  paths: readonly string[],
  { quick, seconds }: BenchmarkSettings,
): ReadingOrder {
  const limits = {
    warmUpMs: quick ? 1_000 : 3_000,
    measureMs: seconds * 1_000,
    maxRequests: MOST_REQUESTS,
  };
  return { port, paths, connections: CONNECTIONS, limits };
}
