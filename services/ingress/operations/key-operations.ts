import { objectSchema } from '../../../schemas/values/fields';
import { NEW_KEY_FIELDS } from '../../../schemas/api/key-fields';
import { createKey, listKeys, revokeKey, revokesItself } from '../keys';
import { ignoringQuery } from '../../shared/requests/ignored-query';
import type { ApiOperation } from './operation';

const common = { idempotent: false, pathParameters: {}, query: {}, body: undefined } as const;

/** Operations 8 to 10. */
export const KEY_OPERATIONS: readonly ApiOperation[] = [
  {
    ...common,
    id: 'listKeys',
    scope: 'keys',
    handle: ({ sql }) => ignoringQuery(listKeys(sql)),
    method: 'get',
    path: '/api/v1/keys',
    summary: 'List API keys',
    description: 'The keys in force, newest first, each with the key that made it.',
    success: { status: 200, shape: 'ApiKeyList', doc: 'The keys, masked.' },
    errors: [],
  },
  {
    ...common,
    id: 'createKey',
    scope: 'keys',
    handle: ({ gateway }) => createKey(gateway),
    method: 'post',
    path: '/api/v1/keys',
    summary: 'Create an API key',
    description:
      'A child of the key that you ask with, and with its scopes: revoked together with it unless detached. At most 25 are in force.',
    body: { schema: objectSchema(NEW_KEY_FIELDS), example: { name: 'Warehouse' }, isOptional: true },
    success: { status: 201, shape: 'NewApiKey', doc: 'Created; the key is in this answer only.' },
    errors: ['key.limit_reached'],
  },
  {
    ...common,
    id: 'revokeKey',
    scope: 'keys',
    anyKeyMay: revokesItself,
    handle: ({ gateway, cache }) => revokeKey(gateway, cache),
    method: 'delete',
    path: '/api/v1/keys/{key_id}',
    summary: 'Revoke an API key',
    description:
      'It opens nothing any more, at once and on every instance, and neither do the keys that it made and did not detach, nor theirs. A key may revoke itself, whatever its scopes.',
    pathParameters: { key_id: 'Id of the key, as the list has it.' },
    success: { status: 204, shape: null, doc: 'Revoked.' },
    errors: ['key.not_found', 'route.not_found'],
  },
];
