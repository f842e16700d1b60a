import type { Sql } from '../../streams/runtime/postgres/database';
import type { AccessCache } from '../shared/access-cache';
import type { CommandGateway } from '../shared/command-gateway';
import { errorReply, unavailableReply, validationReply } from '../shared/http/errors';
import { emptyReply, jsonReply, type HttpReply } from '../shared/http/reply';
import type { HttpRequest } from '../shared/http/route';
import { mintKey } from '../shared/requests/api-keys';
import { parseOptionalJsonBody } from '../shared/requests/json-body';
import { NEW_KEY_FIELDS } from '../../schemas/api/key-fields';
import type { Caller } from './access/admit';
import type { ResponseBody } from '../../schemas/api/response-shapes';
import { ignoringQuery } from '../shared/requests/ignored-query';
import { onPath, pathParameter } from './requests/on-path';
import { readRequest } from './requests/read-request';

/** `GET /api/v1/keys`: the keys in force, newest first. */
export function listKeys(sql: Sql) {
  return async (_request: HttpRequest, { businessId }: Caller): Promise<HttpReply> => {
    const rows = await sql.query<KeyRow>(LIST_KEYS, [businessId]);
    return jsonReply(200, { items: rows.map(keyView) });
  };
}

/** `POST /api/v1/keys`. The key is made here and shown only in this answer; the log carries its hash. */
export function createKey(gateway: CommandGateway) {
  return async (request: HttpRequest, { businessId, keyId, scopes }: Caller): Promise<HttpReply> => {
    const body = parseOptionalJsonBody(request.body);
    const read = readRequest(request, body, NEW_KEY_FIELDS);
    if (!read.ok) return validationReply(read.faults);
    const { apiKey, key } = mintKey({ name: read.values.name, scopes: [...scopes] });
    const reply = await gateway.send(request, {
      business_id: businessId,
      idempotency: null,
      body: { CreateKey: { key, minted_by: keyId, detach: read.values.detach } },
    });
    if (reply.status !== 201) return reply;
    return jsonReply(201, { ...(JSON.parse(reply.body) as object), key: apiKey });
  };
}

/** `DELETE /api/v1/keys/{key_id}`. Answers 204 once no instance accepts the key any more (KEY-10). */
export function revokeKey(gateway: CommandGateway, cache: AccessCache) {
  const revoke = ignoringQuery(async (request, { businessId }: Caller, key_id: string) => {
    const body = { RevokeKey: { key_id } };
    const reply = await gateway.send(request, { business_id: businessId, idempotency: null, body });
    const { revoked = [] } = JSON.parse(reply.body) as { revoked?: string[] };
    try {
      await cache.revoke(revoked.map((sha256) => Buffer.from(sha256, 'base64url')));
    } catch {
      // The key is revoked, but some instance may still accept its copy. A caller that asks again makes sure.
      return unavailableReply();
    }
    if (reply.status === 404) return errorReply('key.not_found');
    return reply.status === 200 ? emptyReply(204) : reply;
  });
  return onPath(pathParameter('key_id'), revoke);
}

/** A key may revoke itself, even if it may do nothing else with keys (KEY-9). */
export function revokesItself({ rawParameters }: HttpRequest, keyId: string): boolean {
  return rawParameters['key_id'] === keyId;
}

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly masked: string;
  readonly created_at: Date;
  readonly minted_by: string | null;
  readonly detached: boolean;
  readonly last_used_at: Date | null;
  readonly scopes: string[];
}

function keyView(row: KeyRow): ResponseBody<'ApiKey'> {
  return {
    id: row.id,
    name: row.name,
    masked: row.masked,
    created: row.created_at.toISOString(),
    minted_by: row.minted_by,
    detached: row.detached,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    scopes: row.scopes,
  };
}

const LIST_KEYS = {
  name: 'ingress-keys',
  text: `
    SELECT id, name, masked, created_at, minted_by, detached, last_used_at, scopes
    FROM api_keys WHERE business_id = $1 AND revoked_at IS NULL ORDER BY id DESC`,
};
