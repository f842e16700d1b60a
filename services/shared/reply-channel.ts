import { inTime } from '../../streams/runtime/timing/deadline';
import type { Logger } from '../../streams/runtime/logger';
import type { OpenReplyInbox, PublishReplies } from '../../streams/runtime/commands/replies';
import { every } from './periodic';
import { connectRedis } from './redis-connection';

/** A Redis that sends no answer for this long counts as lost, even if the connection is still open. */
const GONE_AFTER_MS = 10_000;
/** How often an inbox confirms that it is subscribed and that Redis answers. */
const CONFIRM_EVERY_MS = 1_000;
/**
 * Not less, because a busy process receives late. Not more, because outcomes are looked up after two seconds anyway.
 */
const CONFIRM_WITHIN_MS = 1_000;

/** Publishes the replies of the ledger. */
export function openReplyPublisher(
  url: string,
  logger: Logger,
): { readonly publish: PublishReplies; close(): void } {
  const redis = connectRedis(url, { socketTimeout: GONE_AFTER_MS }, logger, {
    lost: 'Redis is down; replies are dropped until it is back',
    restored: 'Redis is back, replies are sent',
  });
  return {
    publish: (to, packed) => redis.publish(channelOf(to), packed),
    close: () => redis.disconnect(),
  };
}

/**
 * Opens the inbox of a process that asks, on a connection of its own. A repeated SUBSCRIBE changes nothing, so one
 * command confirms both the subscription and the connection.
 */
export function replyInboxOpener(url: string, logger: Logger): OpenReplyInbox {
  return (name, { onReplies, onLost }) => {
    const options = { socketTimeout: GONE_AFTER_MS, autoResubscribe: false };
    const redis = connectRedis(url, options, logger, {
      lost: 'Redis is down; outcomes are looked up in PostgreSQL',
      restored: 'Redis is back, replies arrive',
    });
    let isOpen = false;
    const lose = (): void => {
      if (isOpen) onLost();
      isOpen = false;
    };
    const confirm = async (): Promise<void> => {
      // A late answer, too, shows that replies arrive again.
      const confirmed = redis.subscribe(channelOf(name)).then(() => {
        isOpen = true;
      });
      if ((await inTime(confirmed, CONFIRM_WITHIN_MS)) === 'overdue') lose();
    };
    redis.on('messageBuffer', (_channel: Buffer, packed: Buffer) => onReplies(packed));
    redis.on('ready', () => void confirm().catch(lose));
    redis.on('close', lose);
    const confirming = every(CONFIRM_EVERY_MS, confirm, lose);

    return {
      get isOpen() {
        return isOpen;
      },
      async close() {
        redis.disconnect();
        await confirming.stop();
      },
    };
  };
}

function channelOf(name: string): string {
  return `replies:${name}`;
}
