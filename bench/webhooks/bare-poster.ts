// The minimal cost of an HTTP POST: undici on keep-alive connections, without a database or retries.

import { Pool } from 'undici';
import { serveOrders } from '../measure/helper-process';
import { MeasuredRun, type RunLimits } from '../measure/measured-run';

export interface PostingOrder {
  readonly origin: string;
  readonly paths: readonly string[];
  readonly ca: string;
  readonly body: string;
  readonly connections: number;
  readonly limits: RunLimits;
}

serveOrders(async (order, report) => {
  const { origin, paths, ca, body, connections, limits } = order as PostingOrder;
  const pool = new Pool(origin, { connections, pipelining: 1, connect: { ca } });
  const run = new MeasuredRun(limits);
  let turn = 0;
  const headers = { 'Content-Type': 'application/json', 'X-Service-Delivery': 'evt_floor' };
  const post = async (): Promise<void> => {
    while (run.maySend()) {
      const startedAt = performance.now();
      const path = paths[turn++ % paths.length]!;
      const answer = await pool.request({ method: 'POST', path, headers, body });
      await answer.body.dump();
      if (answer.statusCode === 200) run.accepted(performance.now() - startedAt);
      else run.failed(String(answer.statusCode));
    }
  };
  await run.run(() => Promise.all(Array.from({ length: connections }, post)), report);
  await pool.destroy();
});
