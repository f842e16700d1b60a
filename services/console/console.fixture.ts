import type { Command } from '../../schemas/generated/command';
import { newId } from '../../schemas/ids';
import type { Sql, Statement } from '../../streams/runtime/postgres/database';
import { createCommandGateway, type CommandGateway, type CommandRepeater } from '../shared/command-gateway';
import type { HttpRequest } from '../shared/http/route';
import { createTokenCheck, type TokenCheck } from './operator-token';
import type { SessionStore } from './session-store';

/** Shared by the handlers' tests: a fixed time, a business, and fakes of the ledger and the database. */
export const NOW = 1_790_000_000_000;
export const MOMENT = '2026-09-21T14:13:20.000Z';
export const BUSINESS = newId('biz', NOW);
export const clock = { now: () => NOW };

type Asked = Omit<Command, 'reply_to'>;

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

/** A session store that several instances can share. */
export function storeInMemory(): SessionStore {
  const sessions = new Map<string, number>();
  const keyOf = (hash: Buffer): string => hash.toString('base64');
  return {
    async begin({ hash, expiresAt }) {
      sessions.set(keyOf(hash), expiresAt.getTime());
    },
    async isOpen(hashes, now) {
      return hashes.some((hash) => (sessions.get(keyOf(hash)) ?? 0) > now.getTime());
    },
    async end(hashes) {
      for (const hash of hashes) sessions.delete(keyOf(hash));
    },
  };
}

/** A token check that never throttles. */
export function checkOf(operatorToken: string): TokenCheck {
  return createTokenCheck({
    operatorToken,
    tries: { take: async () => 0 },
    proxies: 0,
    telemetry: { tokenShown: () => undefined },
    logger: { warn: () => undefined },
  });
}

interface Request {
  readonly headers?: Record<string, string>;
  readonly parameters?: Record<string, string>;
  readonly query?: string;
  readonly body?: unknown;
}

export function request({ headers = {}, parameters = {}, query = '', body = {} }: Request): HttpRequest {
  const bytes = Buffer.from(JSON.stringify(body));
  return {
    headers,
    rawParameters: parameters,
    rawQuery: query,
    body: bytes,
    remoteAddress: '192.0.2.1',
    note: () => undefined,
  };
}
