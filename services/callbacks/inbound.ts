import { createHash } from 'node:crypto';
import type { Command } from '../../schemas/generated/command';
import { keywordIn, type Keyword } from '../../streams/rules/keyword';
import type { Sql } from '../../streams/runtime/postgres/database';
import type { HashNumber } from '../../streams/sender/numbers';
import type { Inbound } from '../providers/report';
import { storableId, storedId } from './provider-ids';
import { paidChannels } from '../../streams/channels/channels';

type InboundCommand = Pick<Command, 'business_id' | 'body'>;

/** Platforms allow less. A longer text is cut, not refused, because its author cannot be asked for a shorter one. */
const MAX_TEXT = 10_000;

/** What is needed to find the addressee of a reply, and to decide whether a number is ours. */
interface Records {
  readonly sql: Sql;
  readonly hashNumber: HashNumber;
  readonly smsSender: string | null;
}

/**
 * Turns what people wrote into commands. A text message that is not a keyword is dropped, because nobody reads that
 * number.
 */
export async function commandsOf(
  records: Records,
  inbound: readonly Inbound[],
  nowMs: number,
): Promise<{
  readonly commands: readonly InboundCommand[];
  readonly unknown: number;
  readonly foreign: number;
}> {
  const commands: InboundCommand[] = [];
  let unknown = 0;
  let foreign = 0;
  for (const message of inbound) {
    const word = keywordIn(message.text);
    const { stopsEverywhere, keepsReplies } = paidChannels[message.channel];
    const isForOneNumber = !stopsEverywhere && word !== null;
    if (isForOneNumber && !(await mayConcernUs(records, word, message.to))) {
      foreign += 1;
      continue;
    }
    if (word !== null) commands.push(wordOf(message, word, nowMs));
    if (!keepsReplies) continue;
    const reply = await replyOf(records, message, nowMs);
    if (reply === undefined) unknown += 1;
    else commands.push(reply);
  }
  return { commands, unknown, foreign };
}

/**
 * STOP and START count for any number. We do not record a business's earlier numbers, and a stop for one of them
 * applies again once the business texts from it again. HELP only asks for an answer, so it needs a number that is in
 * use now (CONSENT-9).
 */
async function mayConcernUs(
  { sql, smsSender }: Records,
  word: Keyword,
  number: string | null,
): Promise<boolean> {
  // A short code or an alphanumeric name: no business can text from one.
  if (number === null) return false;
  if (word !== 'help' || number === smsSender) return true;
  return (await sql.query(FIND_SENDER, [number])).length > 0;
}

const FIND_SENDER = {
  name: 'callbacks-sms-sender',
  text: 'SELECT 1 FROM businesses WHERE sms_sender = $1 LIMIT 1',
};

/**
 * A text message carries no date, so its time of arrival stands for it. The log may hold a START behind the STOP that
 * was sent after it, so the time decides and not the offset (CONSENT-12).
 */
function wordOf({ channel, from, to, providerId, at }: Inbound, word: string, nowMs: number): InboundCommand {
  const own_number = to ?? '';
  const provider_id = storableId(providerId);
  return {
    business_id: partitionKeyOf(from),
    body: { ReceiveText: { channel, phone: from, own_number, word, provider_id, written_at: at ?? nowMs } },
  };
}

/**
 * The number that wrote chooses the partition key. So its words are decided in order, and one ledger counts the answers
 * to it, even if it writes to several of our numbers. There are only 64 keys: the key is stored and logged, and a key
 * for each number would be that number in disguise.
 */
function partitionKeyOf(phone: string): string {
  const digest = createHash('sha256').update(phone).digest();
  return `platform-${String(digest.readUInt8(0) % PLATFORM_KEYS)}`;
}

const PLATFORM_KEYS = 64;

interface Addressee {
  readonly businessId: string;
  readonly recipientId: string;
  readonly messageId: string;
}

/**
 * A command needs a business, so the addressee of a reply is looked up here, before the command exists (CONSENT-18).
 */
async function replyOf(
  { sql, hashNumber }: Records,
  { from, quotes, text, providerId, at }: Inbound,
  nowMs: number,
): Promise<InboundCommand | undefined> {
  const provider_id = storableId(providerId);
  const [stored] = await sql.query<Addressee>(FIND_STORED_REPLY, [provider_id]);
  const values = [from, storedId(quotes), new Date(at ?? nowMs), hashNumber(from)];
  const found = stored ?? (await sql.query<Addressee>(FIND_ADDRESSEE, values))[0];
  if (found === undefined) return undefined;
  return {
    business_id: found.businessId,
    body: {
      ReceiveReply: {
        recipient_id: found.recipientId,
        message_id: found.messageId,
        phone: from,
        text: storable(text).slice(0, MAX_TEXT),
        provider_id,
        received_at: at ?? nowMs,
      },
    },
  };
}

function storable(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Cs}/gu, '\uFFFD');
}

/** A reply that the platform repeats keeps its addressee, even if other businesses have written to the number since. */
const FIND_STORED_REPLY = {
  name: 'callbacks-reply-heard',
  text: `
    SELECT business_id AS "businessId", recipient_id AS "recipientId", message_id AS "messageId"
    FROM whatsapp_replies WHERE provider_id = $1 LIMIT 1`,
};

/**
 * The business of the quoted message, else the business whose WhatsApp message went last to the number. A message
 * without a known outcome counts, because it may have arrived; one that waits for its next attempt does not. An
 * acknowledgement counts too, so a person who goes on writing stays with that business. A late reply answers what had
 * gone out when it was written; platforms report that time in whole seconds.
 */
const FIND_ADDRESSEE = {
  name: 'callbacks-reply-addressee',
  text: `
    SELECT s.business_id AS "businessId", s.recipient_id AS "recipientId", s.message_id AS "messageId"
    FROM sends s
    CROSS JOIN (SELECT $3::timestamptz + interval '1 second' AS written) w
    CROSS JOIN LATERAL (SELECT FROM recipients r WHERE r.business_id = s.business_id AND r.id = s.recipient_id LIMIT 1) r
    JOIN send_attempts a ON a.business_id = s.business_id AND a.send_id = s.id AND a.skipped_reason IS NULL
    LEFT JOIN acknowledgements k ON k.business_id = s.business_id AND k.number_hash = $4
      AND k.recipient_id = s.recipient_id
    WHERE s.channel = 'whatsapp' AND s.phone = $1 AND s.queued_at IS NOT NULL
      AND (s.submitted_at IS NOT NULL OR a.outcome IS NULL OR a.outcome = 'unknown')
    ORDER BY s.business_id IN (
      SELECT q.business_id FROM sends q WHERE q.channel = 'whatsapp' AND q.provider_id = $2
    ) DESC, s.queued_at <= w.written DESC, greatest(
      least(greatest(s.submitted_at, s.queued_at), w.written),
      CASE WHEN k.acknowledged_at <= w.written THEN k.acknowledged_at END
    ) DESC, s.queued_at DESC
    LIMIT 1`,
};
