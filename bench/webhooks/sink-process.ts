// The servers of the merchants, all in one separate process: HTTPS, with an immediate response or none.

import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sinkCertificate } from '../../services/simulator/sinks/certificate';
import { serveOrders } from '../measure/helper-process';
import type { Receipt, SinkAnswer, SinkOrder } from './sink';

let receipts: Receipt[] = [];
let hanging = new Set<number>();

serveOrders(async (order, report) => {
  report(await answerTo(order as SinkOrder));
});

async function answerTo(order: SinkOrder): Promise<SinkAnswer> {
  switch (order.what) {
    case 'open':
      return { what: 'open', port: await open(order.caFile) };
    case 'hang':
      hanging = new Set(order.endpoints);
      return { what: 'done' };
    case 'count':
      return { what: 'counted', count: receipts.length };
    case 'take': {
      const taken = receipts;
      receipts = [];
      return { what: 'taken', receipts: taken };
    }
  }
}

async function open(caFile: string): Promise<number> {
  const server = createServer({ ...(await sinkCertificate(caFile)), keepAliveTimeout: 60_000 }, receive);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Requests to hanging endpoints are not counted. */
function receive(request: IncomingMessage, response: ServerResponse): void {
  let body = '';
  request.setEncoding('latin1');
  request.on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    const endpoint = Number(request.url?.slice('/e/'.length));
    if (hanging.has(endpoint)) return;
    const eventId = String(request.headers['x-service-delivery'] ?? '');
    const push = Number(/customer-(\d+)@/.exec(body)?.[1] ?? Number.NaN);
    receipts.push({ endpoint, eventId, push, atMs: performance.timeOrigin + performance.now() });
    response.writeHead(200, { 'Content-Length': 0 }).end();
  });
}
