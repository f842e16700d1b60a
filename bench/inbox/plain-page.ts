// The minimal cost of a page: Express answers every path with the same text, as large as the page of the inbox. It is a
// separate process, as the inbox is.

import type { AddressInfo } from 'node:net';
import express from 'express';
import { serveOrders } from '../measure/helper-process';

export interface PlainPageOrder {
  readonly page: string;
}

export interface PlainPageAnswer {
  readonly port: number;
}

serveOrders((order, report) => {
  const { page } = order as PlainPageOrder;
  const app = express();
  app.get('/i/:token', (_request, response) => {
    response.type('html').send(page);
  });
  const server = app.listen(0, '127.0.0.1', () => {
    report({ port: (server.address() as AddressInfo).port } satisfies PlainPageAnswer);
  });
  return Promise.resolve();
});
