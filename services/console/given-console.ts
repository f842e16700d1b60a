import type { Command } from '../../schemas/generated/command';
import { newId } from '../../schemas/ids';
import type { Sql, Statement } from '../../streams/runtime/database';
import { createCommandGateway, type CommandGateway, type CommandRepeater } from '../shared/command-gateway';
import type { HttpRequest } from '../shared/http/route';

/** What the handlers' tests begin with: a moment, a business, and stand-ins for the ledger and the database. */
export const NOW = 1_790_000_000_000;
export const MOMENT = '2026-09-21T14:13:20.000Z';
export const BUSINESS = newId('biz', NOW);
export const clock = { now: () => NOW };

type Asked = Omit<Command, 'reply_partition'>;

export function fakeLedger(
  status: number,
  body: string | ((command: Asked) => string),
): { gateway: CommandGateway & CommandRepeater; commands: Asked[] } {
  const commands: Asked[] = [];
  const ask = (command: Asked) => {
    commands.push(command);
    const answer = typeof body === 'string' ? body : body(command);
    return Promise.resolve({ status, body: answer, replayed: false });
  };
  return { gateway: createCommandGateway({ ask }, clock), commands };
}

export function fakeSql(rows: readonly object[]): Sql & { asked: (readonly unknown[])[] } {
  const asked: (readonly unknown[])[] = [];
  const query = <Row>(_statement: Statement, values: readonly unknown[]): Promise<Row[]> => {
    asked.push(values);
    return Promise.resolve([...rows] as Row[]);
  };
  return { asked, query };
}

interface Request {
  readonly headers?: Record<string, string>;
  readonly parameters?: Record<string, string>;
  readonly query?: string;
  readonly body?: unknown;
}

export function request({ headers = {}, parameters = {}, query = '', body = {} }: Request): HttpRequest {
  const bytes = Buffer.from(JSON.stringify(body));
  return { headers, rawParameters: parameters, rawQuery: query, body: bytes, note: () => undefined };
}
