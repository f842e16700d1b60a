import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../shared/clock';
import { createBodyReader } from '../../shared/http/body-reader';
import { listenOn, type Listen } from '../../shared/http/listen';
import type { Certificate } from './certificate';
import type { Sinks } from './sinks';

export interface SinkServer {
  readonly port: number;
  urlOf(id: string): string;
  close(): Promise<void>;
}

export interface SinkServerOptions {
  readonly listen: Listen;
  readonly certificate: Certificate;
  readonly sinks: Sinks;
  readonly clock: Clock;
}

/** The sinks have a server of their own, for webhooks go to HTTPS alone. */
export async function openSinkServer(options: SinkServerOptions): Promise<SinkServer> {
  const server = createServer(options.certificate, receive(options));
  const port = await listenOn(server, options.listen);
  return {
    port,
    // Not `localhost`: that may lead to ::1, where nobody listens.
    urlOf: (id) => `https://127.0.0.1:${port}${SINK_PATH}${id}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const SINK_PATH = '/sinks/';
const MAX_BODY_BYTES = 1024 * 1024;

function receive({ sinks, clock }: SinkServerOptions): RequestListener {
  const readBody = createBodyReader();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '', headers } = request;
    const id = url.startsWith(SINK_PATH) ? (url.slice(SINK_PATH.length).split('?')[0] ?? '') : '';
    const read = await readBody(request, response, MAX_BODY_BYTES);
    const answer = sinks.answerOf(id);
    if (answer === undefined) return void response.writeHead(404).end();
    if (read.outcome !== 'read') return void response.writeHead(413, { Connection: 'close' }).end();
    sinks.receive(id, { at: clock.now(), headers: plain(headers), body: read.body.toString('utf8') });
    await patience(response, answer.delayMs);
    response.writeHead(answer.status, answer.headers).end();
  };
  // Headers that Node refuses together, such as a trailer with a length, are known only when they are written; and
  // whoever has hung up gets no answer.
  return (request, response) => void serve(request, response).catch(() => response.destroy());
}

/** Fails when the other side has hung up: an answer may be minutes away. */
async function patience(response: ServerResponse, ms: number): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (response.destroyed) gone.abort();
  await delay(ms, undefined, { signal: gone.signal });
}

/** A header that came more than once is one with commas. */
function plain(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
