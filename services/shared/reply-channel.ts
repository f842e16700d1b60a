import { inTime } from '../../streams/runtime/timing/deadline';
import type { Logger } from '../../streams/runtime/logger';
import type { OpenReplyInbox, PublishReplies } from '../../streams/runtime/commands/replies';
import { every } from './periodic';
import { connectRedis } from './redis-connection';

/** A Redis that answers nothing for so long has lost the connection, even if the connection has not noticed. */
const GONE_AFTER_MS = 10_000;
/** So often an inbox makes sure that it is subscribed, and that Redis answers. */
const CONFIRM_EVERY_MS = 1_000;
/** Not sooner, because a busy process hears late; not later, because after two seconds outcomes are looked up anyway. */
const CONFIRM_WITHIN_MS = 1_000;

/** The ledger's end. */
export function openReplyPublisher(
  url: string,
  logger: Logger,
): { readonly publish: PublishReplies; close(): void } {
  const redis = connectRedis(url, { socketTimeout: GONE_AFTER_MS }, logger, {
    away: 'Redis is away, no replies are sent',
    back: 'Redis is back, replies are sent',
  });
  return {
    publish: (to, packed) => redis.publish(channelOf(to), packed),
    close: () => redis.disconnect(),
  };
}

/**
 * The end of a process that asks, on a connection of its own. Subscribing again changes nothing, so one question makes
 * sure of both the subscription and the connection.
 */
export function replyInboxOpener(url: string, logger: Logger): OpenReplyInbox {
  return (name, { onReplies, onLost }) => {
    const options = { socketTimeout: GONE_AFTER_MS, autoResubscribe: false };
    const redis = connectRedis(url, options, logger, {
      away: 'Redis is away, outcomes are looked up',
      back: 'Redis is back, replies arrive',
    });
    let isOpen = false;
    const lose = (): void => {
      if (isOpen) onLost();
      isOpen = false;
    };
    const confirm = async (): Promise<void> => {
      // Also an answer that comes too late says that replies arrive again.
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
