import { objectSchema } from '../../../schemas/values/fields';
import { NEW_KEY_FIELDS } from '../../../schemas/api/key-fields';
import { createKey, listKeys, revokeKey, revokesItself } from '../keys';
import { ignoringQuery } from '../../shared/requests/ignored-query';
import type { ApiOperation } from './operation';

const common = { idempotent: false, pathParameters: {}, query: {}, body: undefined } as const;

/** The operations on API keys (KEY-5 to KEY-16). */
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
      'The new key is a child of the key that you call with and has its scopes. It is revoked together with it unless detached. A business has at most 25 keys in force.',
    body: { schema: objectSchema(NEW_KEY_FIELDS), example: { name: 'Warehouse' }, isOptional: true },
    success: { status: 201, shape: 'NewApiKey', doc: 'Created. The key is shown in this answer only.' },
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
      'The key stops working at once on every instance. So do the keys that it made and did not detach, and the keys that those made. A key may revoke itself, even without the scope `keys`.',
    pathParameters: { key_id: 'Id of the key, as the list shows it.' },
    success: { status: 204, shape: null, doc: 'Revoked.' },
    errors: ['key.not_found', 'route.not_found'],
  },
];
