import { createHash } from 'node:crypto';
import type { Command } from '../../schemas/generated/command';
import type { Statement } from '../../streams/runtime/postgres/database';
import { createCommandGateway } from '../shared/command-gateway';
import type { HttpRequest } from '../shared/http/route';
import { newApiKey } from '../shared/requests/api-keys';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { accessTo } from './access/access';
import { createAdmission } from './access/admit';
import type { KeyLease } from './idempotency/key-lease';
import { idempotentWrite, spentKeyReply } from './idempotency/idempotent-write';
import { pushMessage } from './push/push-message';
import { readMessage } from './messages/read-message';

export const NOW = 1_790_000_000_000;
export const KEY = newApiKey();
const clock = { now: () => NOW };

/** The state in which a merchant's request arrives. A part that is left out is in order. */
export interface World {
  readonly active?: boolean;
  readonly scopes?: readonly string[];
  readonly allowed?: boolean;
  readonly maxInFlightPerBusiness?: number;
  readonly spent?: object;
  readonly lease?: KeyLease;
  readonly message?: object;
  readonly answer?: { status: number; body: string; replayed: boolean };
}

export function ingress(world: World = {}) {
  const { active = true, scopes = ['messages'], allowed = true, maxInFlightPerBusiness = 10 } = world;
  const { spent, message, answer = { status: 201, body: '{}', replayed: false } } = world;
  const { lease = { outcome: 'held', release: () => Promise.resolve() } } = world;
  const asked: string[] = [];
  const commands: Omit<Command, 'reply_to'>[] = [];
  const keyIsKnown = (sha256: Buffer) => sha256.equals(createHash('sha256').update(KEY).digest());
  const access = { businessId: 'biz_1', keyId: 'key_1', active, scopes, requestsPerSecond: 100, burst: 200 };
  const rows: Record<string, (values: readonly unknown[]) => object[]> = {
    'ingress-access': ([sha256]) => (keyIsKnown(sha256 as Buffer) ? [{ ...access, version: 1 }] : []),
    'ingress-spent-key': () => (spent === undefined ? [] : [spent]),
    'ingress-message': () => (message === undefined ? [] : [message]),
  };
  const cache = {
    run: 'r1',
    admit: () => Promise.resolve(allowed ? undefined : { ...access, allowed, tokens: 0 }),
    fill: () => Promise.resolve(),
    publish: () => Promise.resolve(),
    revoke: () => Promise.resolve(),
  };
  const sql = {
    query: <Row>({ name }: Statement, values: readonly unknown[]): Promise<Row[]> => {
      asked.push(name);
      return Promise.resolve((rows[name]?.(values) ?? []) as Row[]);
    },
  };
  const gateway = createCommandGateway(
    {
      ask: (command) => {
        commands.push(command);
        return Promise.resolve(answer);
      },
    },
    clock,
  );
  const hash = createKeyedHash(Buffer.from('a secret of at least thirty-two characters'));
  const leases = () => Promise.resolve(lease);
  const spentKey = spentKeyReply(sql, clock);
  const push = pushMessage({ gateway, hash, underLease: idempotentWrite(leases, spentKey), spentKey });
  const admit = createAdmission({
    accessTo: accessTo({ sql, cache }),
    maxInFlightPerBusiness,
    used: () => undefined,
  });
  return { push: admit('messages', push), read: admit('messages', readMessage(sql)), asked, commands };
}

export function request({
  headers = { authorization: `Bearer ${KEY}`, 'idempotency-key': 'order-1' },
  parameters = {},
  query = '',
  body = '',
}: {
  headers?: Record<string, string>;
  parameters?: Record<string, string>;
  query?: string;
  body?: string;
}): HttpRequest {
  return {
    headers,
    rawParameters: parameters,
    rawQuery: query,
    body: Buffer.from(body),
    remoteAddress: '192.0.2.1',
    note: () => undefined,
  };
}
