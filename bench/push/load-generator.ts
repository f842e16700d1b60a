// Runs as a process of its own, so that what load costs is not counted as what serving it costs.

import { setTimeout as delay } from 'node:timers/promises';
import { serveOrders } from '../measure/helper-process';
import { MeasuredRun } from '../measure/measured-run';
import { Connection } from './connection';
import type { LoadOrder } from './load-order';
import { PushRequests } from './push-requests';

let requests: PushRequests | undefined;

serveOrders(async (order, tell) => {
  const { port, pushers, shape, limits } = order as LoadOrder;
  // One for all orders, so that no Idempotency-Key comes twice and the recipients go on where they were.
  const source = (requests ??= new PushRequests(port));
  const run = new MeasuredRun(limits);
  const connections: Connection[] = [];
  const open = (): Connection => {
    const connection = new Connection(port);
    connections.push(connection);
    return connection;
  };
  const push = async (connection: Connection): Promise<void> => {
    const startedAt = performance.now();
    const { status, text } = await connection.request(source.next(pushers));
    if (status === 201) run.accepted(performance.now() - startedAt);
    else run.failed(`${status === 0 ? '' : `${status} `}${text.slice(0, 200)}`);
  };
  const work = shape.kind === 'closed' ? closedLoop(shape.connections) : openLoop(shape.perSecond);
  await run.run(() => work(run, open, push), tell);
  for (const connection of connections) connection.close();
});

type Work = (
  run: MeasuredRun,
  open: () => Connection,
  push: (connection: Connection) => Promise<void>,
) => Promise<void>;

function closedLoop(count: number): Work {
  return async (run, open, push) => {
    const worker = async (): Promise<void> => {
      const connection = open();
      while (run.maySend()) await push(connection);
    };
    await Promise.all(Array.from({ length: count }, worker));
  };
}

/**
 * A push that finds no free connection gets a new one, so none waits for those before it. Its time runs from when it is
 * written: the timer's millisecond of lateness is ours, not the service's.
 */
function openLoop(perSecond: number): Work {
  return async (run, open, push) => {
    const free: Connection[] = [];
    const underWay = new Set<Promise<void>>();
    const startedAt = performance.now();
    for (let number = 0; run.maySend(); number += 1) {
      const connection = free.pop() ?? open();
      const pushing = push(connection).then(() => {
        free.push(connection);
        underWay.delete(pushing);
      });
      underWay.add(pushing);
      const waitMs = startedAt + ((number + 1) * 1_000) / perSecond - performance.now();
      if (waitMs > 0) await delay(waitMs);
    }
    await Promise.all(underWay);
  };
}
