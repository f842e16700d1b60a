// Readers who open their inboxes. Each connection opens the next inbox after the response to the last. It is a separate
// process, so that the cost of making load does not count as the cost of serving it.

import { serveOrders } from '../measure/helper-process';
import { MeasuredRun, type RunLimits } from '../measure/measured-run';
import { Connection } from '../load/connection';

export interface ReadingOrder {
  readonly port: number;
  readonly paths: readonly string[];
  readonly connections: number;
  readonly limits: RunLimits;
}

serveOrders(async (order, report) => {
  const { port, paths, connections: count, limits } = order as ReadingOrder;
  const run = new MeasuredRun(limits);
  let turn = 0;
  const read = async (): Promise<void> => {
    const connection = new Connection(port);
    while (run.maySend()) {
      const path = paths[turn++ % paths.length]!;
      const startedAt = performance.now();
      const { status, text } = await connection.request(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
      );
      if (status === 200) run.accepted(performance.now() - startedAt);
      else run.failed(`${status} ${text.slice(0, 200)}`);
    }
    connection.close();
  };
  await run.run(() => Promise.all(Array.from({ length: count }, read)), report);
});
