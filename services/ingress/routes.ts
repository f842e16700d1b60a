import type { Sql } from '../../streams/runtime/postgres/database';
import type { AccessCache } from '../shared/access-cache';
import type { Route } from '../shared/http/route';
import { readRecipientAddress } from '../shared/requests/recipient-address';
import type { Admit } from './access/admit';
import { keyedAct } from './idempotency/keyed-act';
import type { WriteDependencies } from './idempotency/write-dependencies';
import { createKey, listKeys, revokeKey, revokesItself } from './keys';
import { listMessages } from './messages/list-messages';
import { messageActs } from './messages/message-acts';
import { readMessage } from './messages/read-message';
import { MAX_BATCH_BYTES } from '../../schemas/api/batch-limits';
import { pushBatch } from './push/push-batch';
import { pushMessage } from './push/push-message';
import { readCredits } from './read-credits';
import { erasures } from './recipients/erasures';
import { clearPhone, readSmsState, setPhone } from './recipients/recipients';
import { ignoringQuery } from './requests/ignored-query';
import { pathParameter } from './requests/on-path';

export interface RouteDependencies {
  readonly admit: Admit;
  readonly sql: Sql;
  readonly cache: AccessCache;
  readonly writing: WriteDependencies;
  readonly smsSender: string | null;
}

const MESSAGES = '/api/v1/messages';
const RECIPIENT = '/api/v1/recipients/:email';

/** Every operation of the merchant API that needs a key. */
export function merchantRoutes(deps: RouteDependencies): Route[] {
  const { admit, sql } = deps;
  return [
    ...messageRoutes(deps),
    ...recipientRoutes(deps),
    ...keyRoutes(deps),
    { method: 'GET', path: '/api/v1/credits', handle: admit('credits', ignoringQuery(readCredits(sql))) },
  ];
}

function messageRoutes({ admit, sql, writing }: RouteDependencies): Route[] {
  return [
    { method: 'GET', path: MESSAGES, handle: admit('messages', listMessages(sql)) },
    { method: 'POST', path: MESSAGES, handle: admit('messages', pushMessage(writing)) },
    {
      method: 'POST',
      path: `${MESSAGES}/batch`,
      handle: admit('messages', pushBatch(writing)),
      maxBodyBytes: MAX_BATCH_BYTES,
    },
    ...Object.entries(messageActs).map(([path, act]) => ({
      method: 'POST' as const,
      path: `${MESSAGES}/:public_id/${path}`,
      handle: admit('messages', keyedAct(writing, pathParameter('public_id'), act)),
    })),
    { method: 'GET', path: `${MESSAGES}/:public_id`, handle: admit('messages', readMessage(sql)) },
  ];
}

function recipientRoutes({ admit, sql, writing, smsSender }: RouteDependencies): Route[] {
  const { gateway, hash } = writing;
  return [
    {
      method: 'GET',
      path: `${RECIPIENT}/sms`,
      handle: admit('recipients', readSmsState({ sql, hash, smsSender })),
    },
    { method: 'PUT', path: `${RECIPIENT}/phone`, handle: admit('recipients', setPhone(gateway)) },
    { method: 'DELETE', path: `${RECIPIENT}/phone`, handle: admit('recipients', clearPhone(gateway)) },
    ...Object.entries(erasures).map(([path, act]) => ({
      method: 'POST' as const,
      path: `${RECIPIENT}/${path}`,
      handle: admit('recipients', keyedAct(writing, readRecipientAddress, act)),
    })),
  ];
}

function keyRoutes({ admit, sql, cache, writing }: RouteDependencies): Route[] {
  const { gateway } = writing;
  return [
    { method: 'GET', path: '/api/v1/keys', handle: admit('keys', ignoringQuery(listKeys(sql))) },
    { method: 'POST', path: '/api/v1/keys', handle: admit('keys', createKey(gateway)) },
    {
      method: 'DELETE',
      path: '/api/v1/keys/:key_id',
      handle: admit('keys', revokeKey(gateway, cache), revokesItself),
    },
  ];
}
