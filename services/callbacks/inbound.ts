import { createHash } from 'node:crypto';
import type { Command } from '../../schemas/generated/command';
import { keywordIn, type Keyword } from '../../streams/rules/keyword';
import type { Sql } from '../../streams/runtime/postgres/database';
import type { HashNumber } from '../../streams/sender/numbers';
import type { Inbound } from '../providers/report';
import { storableId, storedId } from './provider-ids';
import { paidChannels } from '../../streams/channels/channels';

type InboundCommand = Pick<Command, 'business_id' | 'body'>;

/** The platforms allow less; whatever claims to be longer is cut, not refused, for its sender cannot be asked. */
const MAX_TEXT = 10_000;

/** What it takes to find whose a reply is, and whether a number is ours. */
interface Records {
  readonly sql: Sql;
  readonly hashNumber: HashNumber;
  readonly smsSender: string | null;
}

/** What people wrote, as commands. A text that is no word we know goes nowhere: nobody reads that number. */
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
 * STOP and START count for every number: businesses' earlier numbers are not recorded, and a stop of one holds again once a
 * business texts from it again. HELP only asks for an answer, so somebody must text from the number now.
 */
async function mayConcernUs(
  { sql, smsSender }: Records,
  word: Keyword,
  number: string | null,
): Promise<boolean> {
  // A short code or a name: no business can text from one.
  if (number === null) return false;
  if (word !== 'help' || number === smsSender) return true;
  return (await sql.query(FIND_SENDER, [number])).length > 0;
}

const FIND_SENDER = {
  name: 'callbacks-sms-sender',
  text: 'SELECT 1 FROM businesses WHERE sms_sender = $1 LIMIT 1',
};

/** Texts carry no date. When one came in is what stands for it: the log may have a START after the STOP that followed it. */
function wordOf({ channel, from, to, providerId, at }: Inbound, word: string, nowMs: number): InboundCommand {
  const own_number = to ?? '';
  const provider_id = storableId(providerId);
  return {
    business_id: partitionKeyOf(from),
    body: { ReceiveText: { channel, phone: from, own_number, word, provider_id, written_at: at ?? nowMs } },
  };
}

/**
 * What a number says is decided in its order, whichever of ours it writes to, so it chooses the key: answers to it are
 * counted by one ledger. There are only so many keys: the key is stored and logged, and one for each number would be that number
 * in disguise.
 */
function partitionKeyOf(phone: string): string {
  const digest = createHash('sha256').update(phone).digest();
  return `platform-${String(digest.readUInt8(0) % TURNS)}`;
}

const TURNS = 64;

interface Addressee {
  readonly businessId: string;
  readonly recipientId: string;
  readonly messageId: string;
}

/** Whose reply it is has to be known before there is a business to ask, so it is looked up here (D9). */
async function replyOf(
  { sql, hashNumber }: Records,
  { from, quotes, text, providerId, at }: Inbound,
  nowMs: number,
): Promise<InboundCommand | undefined> {
  const provider_id = storableId(providerId);
  const [heard] = await sql.query<Addressee>(FIND_HEARD, [provider_id]);
  const values = [from, storedId(quotes), new Date(at ?? nowMs), hashNumber(from)];
  const found = heard ?? (await sql.query<Addressee>(FIND_ADDRESSEE, values))[0];
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

/** A reply that the platform repeats is for whom it was then, whoever has written since. */
const FIND_HEARD = {
  name: 'callbacks-reply-heard',
  text: `
    SELECT business_id AS "businessId", recipient_id AS "recipientId", message_id AS "messageId"
    FROM whatsapp_replies WHERE provider_id = $1 LIMIT 1`,
};

/**
 * The business of the message that is quoted, else the one whose WhatsApp message went last to the number. One without a known
 * outcome counts, for it may have arrived; one that waits to be tried does not. To be told that the words were passed on is a
 * message too, to the number that it went to: whoever goes on writing from there goes on with that business. A reply that comes
 * late answers what had gone out when it was written, which the platform tells in whole seconds.
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
