// Makes pushes in a separate process, so that the cost of making load does not count as the cost of serving it.

import { setTimeout as delay } from 'node:timers/promises';
import { serveOrders } from '../measure/helper-process';
import { MeasuredRun } from '../measure/measured-run';
import { Connection, type HttpAnswer } from './connection';
import type { AcceptedMessage, AcceptedPush, END_OF_LOAD, LoadOrder, PushContent } from './load-order';
import { PushRequests } from './push-requests';

let requests: PushRequests | undefined;
let current: MeasuredRun | undefined;

serveOrders(async (order, report) => {
  if ('ends' in (order as LoadOrder | typeof END_OF_LOAD)) {
    current?.end();
    return;
  }
  const { port, pushers, content, shape, limits, reportsAccepted = false } = order as LoadOrder;
  // Shared by all orders, so that no Idempotency-Key repeats and the turn of the recipients continues.
  const source = (requests ??= new PushRequests(port));
  const run = (current = new MeasuredRun(limits));
  const accepted: AcceptedPush[] = [];
  const connections: Connection[] = [];
  const open = (): Connection => {
    const connection = new Connection(port);
    connections.push(connection);
    return connection;
  };
  const push = async (connection: Connection): Promise<void> => {
    const startedAt = performance.now();
    const { number, text } = source.next(pushers, content);
    const failure = failureOf(await connection.request(text), content);
    if (failure !== undefined) {
      run.failed(failure);
      return;
    }
    const answeredAt = performance.now();
    const latencyMs = answeredAt - startedAt;
    run.accepted(latencyMs);
    if (reportsAccepted) accepted.push({ number, atMs: performance.timeOrigin + answeredAt, latencyMs });
  };
  const work = shape.kind === 'closed' ? closedLoop(shape.connections) : openLoop(shape.perSecond);
  await run.run(() => work(run, open, push), report);
  if (reportsAccepted) report({ accepted } satisfies AcceptedMessage);
  for (const connection of connections) connection.close();
});

/** Describes what is wrong with a response. A batch gets 200 even if its items failed. */
function failureOf({ status, text }: HttpAnswer, { inBatchesOf }: PushContent): string | undefined {
  if (inBatchesOf === 1 && status === 201) return undefined;
  if (inBatchesOf > 1 && status === 200) {
    const taken = text.split('"ok":true').length - 1;
    if (taken === inBatchesOf) return undefined;
  }
  return `${status === 0 ? '' : `${status} `}${text.slice(0, 200)}`;
}

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
 * A push that finds no free connection gets a new one, so it does not wait for earlier pushes. Its time counts from
 * when it is written, because the timer's millisecond of delay is ours, not the service's.
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
