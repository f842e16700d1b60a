import type { Clock } from '../shared/clock';
import { errorReply } from '../shared/http/errors';
import type { HttpReply } from '../shared/http/reply';
import type { InboxLink } from '../shared/inbox-link';
import type { RedisScript, RedisStore } from '../shared/redis';

/** How many actions a link, and all links of a business together, may take (INBOX-13). */
export interface ActionRates {
  readonly perMinuteAndLink: number;
  readonly perSecondAndBusiness: number;
}

/** Counts one action of a link. Returns the refusal if there were too many. */
export type LimitActions = (link: InboxLink) => Promise<HttpReply | undefined>;

/**
 * Limits the actions of links, because a link needs no account and an action may become a command, which costs a
 * transaction. While Redis is down nothing is counted and the inbox stays open, as the merchant API does.
 */
export function createActionLimit(redis: RedisStore, clock: Clock, rates: ActionRates): LimitActions {
  const { perMinuteAndLink, perSecondAndBusiness } = rates;
  return async ({ businessId, recipientId, messageId }) => {
    // Not the text of the link, because one link can be spelled in several ways.
    const keys = [`inbox:link:${businessId}:${recipientId}:${messageId}`, `inbox:business:${businessId}`];
    const perLink = [perMinuteAndLink, perMinuteAndLink / 60_000];
    const perBusiness = [perSecondAndBusiness * BURST_SECONDS, perSecondAndBusiness / 1_000];
    const waitMs = await redis
      .run(TAKE_ACTION, keys, [clock.now(), ...perLink, ...perBusiness])
      .catch(() => 0);
    if (waitMs === 0) return undefined;
    return errorReply('request.rate_limited', { 'Retry-After': String(Math.ceil(Number(waitMs) / 1_000)) });
  };
}

/** When a shop writes to all its customers, many of them read at the same time. */
const BURST_SECONDS = 10;

/**
 * Takes one token from both buckets or from neither, so that a link without tokens cannot empty the bucket of its
 * business. Returns the milliseconds to wait for a token. A stored time more than 5 s ahead was written by a wrong
 * clock; it is replaced, and nobody waits for it.
 */
const TAKE_ACTION: RedisScript = {
  name: 'takeAction',
  lua: `
    local now, wait, left = tonumber(ARGV[1]), 0, {}
    for i, key in ipairs(KEYS) do
      local burst, perMs = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
      local tokens, at = string.match(redis.call('GET', key) or burst .. ' ' .. now, '^(%S+) (%S+)$')
      tokens, at = tonumber(tokens), tonumber(at)
      if now > at then tokens = math.min(burst, tokens + (now - at) * perMs) end
      if now > at or at > now + 5000 then at = now end
      left[i] = { key, tokens, at, math.ceil(burst / perMs) + 1000 }
      if tokens < 1 then wait = math.max(wait, math.ceil((1 - tokens) / perMs)) end
    end
    local taken = wait > 0 and 0 or 1
    for _, bucket in ipairs(left) do
      local key, tokens, at, lifetime = unpack(bucket)
      redis.call('SET', key, tostring(tokens - taken) .. ' ' .. string.format('%d', at), 'PX', lifetime)
    end
    return wait`,
};
