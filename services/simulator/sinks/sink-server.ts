import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../shared/clock';
import { createBodyReader } from '../../shared/http/body-reader';
import { listenOn, type Listen } from '../../shared/http/listen';
import type { Certificate } from './certificate';
import type { Sinks } from './sinks';

/** The HTTPS server at which all sinks receive webhooks. */
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

/** Opens the server of the sinks. It is separate from the API of the simulator, because webhooks need HTTPS. */
export async function openSinkServer(options: SinkServerOptions): Promise<SinkServer> {
  const server = createServer(options.certificate, receive(options));
  const port = await listenOn(server, options.listen);
  return {
    port,
    // Not `localhost`, because that may resolve to ::1, where the server does not listen.
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
  // Node refuses some combinations of headers, such as a trailer with a length, only when they are written. A client
  // that has closed the connection gets no answer either.
  return (request, response) => void serve(request, response).catch(() => response.destroy());
}

/** Waits before the answer. Fails if the client closes the connection, because an answer may be minutes away. */
async function patience(response: ServerResponse, ms: number): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (response.destroyed) gone.abort();
  await delay(ms, undefined, { signal: gone.signal });
}

/** Joins the values of a repeated header with commas. */
function plain(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
