import { request } from 'node:https';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../streams/runtime/timing/until.fixture';
import { sinkCertificate } from './certificate';
import { openSinkServer, type SinkServer } from './sink-server';
import { Sinks } from './sinks';

const folder = mkdtempSync(join(tmpdir(), 'sinks-'));
const sinks = new Sinks();
let server: SinkServer;
beforeAll(async () => {
  const certificate = await sinkCertificate(join(folder, 'ca.pem'));
  const listen = { address: '127.0.0.1', port: 0, variable: 'SIMULATOR_SINK_PORT' };
  server = await openSinkServer({ listen, certificate, sinks, clock: { now: () => 0 } });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

it('closes the connection if its answer cannot be written, and keeps working', async () => {
  const headers = { Trailer: 'x', 'Content-Length': '0' };
  expect(await post(sinks.open({ headers }))).toBe('ECONNRESET');
  expect(await post(sinks.open({ status: 202 }))).toBe(202);
});

it('stops waiting when the client closes the connection', async () => {
  const sink = sinks.open({ delayMs: 300_000 });
  const idle = refedTimers();
  const waiting = request(server.urlOf(sink), { method: 'POST', rejectUnauthorized: false, agent: false });
  waiting.on('error', () => undefined).end('{}');
  await until(() => sinks.requestsOf(sink).length === 1 && refedTimers() > idle);
  waiting.destroy();
  await until(() => refedTimers() <= idle);
});

/** The number of timers that keep this process alive. */
function refedTimers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}

function post(sink: string): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const options = { method: 'POST', rejectUnauthorized: false, agent: false };
    request(server.urlOf(sink), options, (answer) => resolve(answer.resume().statusCode))
      .on('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
      .end('{}');
  });
}
