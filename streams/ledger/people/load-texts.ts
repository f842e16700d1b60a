import { dayOf } from '../../rules/calendar';
import type { Sql } from '../../runtime/postgres/database';
import type { Needs } from '../store/needs';
import {
  type AutoReply,
  type WhatsappReply,
  type TextedStop,
  autoReplies as autoRepliesTable,
  replies as repliesTable,
  textedStops as textedStopsTable,
} from './tables';
import { MAX_ANSWERS_A_DAY } from './texted-answers';
import type { PlatformSettings } from '../command-context';
import { hashKey } from '../store/row-keys';
import type { WorkingSet } from '../store/working-set';
import { paidChannelNamed } from '../../../schemas/channels';
import { paidChannels, stopsEverywhere } from '../../channels/channels';

/**
 * Loads whom a text to one of our numbers concerns, over all businesses. No single business owns these rows, so they
 * are read fresh every time (HAZ-26).
 */
export async function loadTexts(
  sql: Sql,
  set: WorkingSet,
  { texts, replies }: Needs,
  { rules, sinceMs }: { readonly rules: PlatformSettings; readonly sinceMs: number },
): Promise<void> {
  if (replies.length > 0) {
    const values = [replies.map(({ businessId }) => businessId), replies.map(({ id }) => id)];
    set.replies.load(await sql.query<WhatsappReply>(REPLIES, values));
  }
  if (texts.length === 0) return;
  set.autoReplies.load(await sql.query<AutoReply>(AUTO_REPLIES, [texts.map(({ cause }) => cause)]));
  const askers = texts.flatMap(({ channel, phone }) =>
    paidChannels[paidChannelNamed(channel)].answersWords ? [hashKey(rules.hash('number', phone))] : [],
  );
  if (askers.length > 0) {
    const values = [[...new Set(askers)], startOfDay(sinceMs), MAX_ANSWERS_A_DAY];
    set.autoReplies.load(await sql.query<AutoReply>(TEXTED_TODAY, values));
  }
  const own = texts.map(({ ownNumber }) => ownNumber);
  const hashes = texts.map(({ phone }) => rules.hash('number', phone));
  set.textedStops.load(await sql.query<TextedStop>(TEXTED, [hashes]));
  const owners = await sql.query<{ number: string; name: string }>(OWNERS, [own, rules.smsSender]);
  for (const { number, name } of owners) set.ownersOf.set(number, name);
  const holders = await sql.query<Holder>(HOLDERS, [
    texts.map(({ phone }) => phone),
    hashes,
    own,
    texts.map(({ channel }) => channel),
    rules.smsSender,
    texts.map(({ receivedAt }) => receivedAt),
  ]);
  for (const { hash, ownNumber, channel, ...holder } of holders) {
    const key = `${hashKey(hash)} ${ownNumber} ${channel}`;
    set.holders.set(key, [...(set.holders.get(key) ?? []), holder]);
  }
}

interface Holder {
  readonly hash: Buffer;
  readonly ownNumber: string;
  readonly channel: string;
  readonly businessId: string;
  readonly recipientId: string | null;
}

const REPLIES = {
  name: 'ledger-load-replies',
  text: `
    SELECT ${repliesTable.select('r')}
    FROM unnest($1::text[], $2::text[]) AS wanted (business_id, provider_id)
    JOIN whatsapp_replies r USING (business_id, provider_id)`,
};

const AUTO_REPLIES = {
  name: 'ledger-load-auto-replies',
  text: `SELECT ${autoRepliesTable.select('n')} FROM auto_replies n WHERE n.cause = ANY ($1::text[])`,
};

/** The newest are enough: a number that got as many in a day gets no more (CONSENT-20). */
const TEXTED_TODAY = {
  name: 'ledger-load-answers-of-a-day',
  text: `
    SELECT ${autoRepliesTable.select('n')}
    FROM unnest($1::text[]) AS wanted (person)
    CROSS JOIN LATERAL (
      SELECT * FROM auto_replies t
      WHERE t.recipient_id = wanted.person AND t.channel = 'sms' AND t.sender IS NOT NULL AND t.created_at >= $2
      ORDER BY t.created_at DESC LIMIT $3
    ) n`,
};

function startOfDay(nowMs: number): Date {
  return new Date(dayOf(new Date(nowMs)));
}

export const TEXTED = {
  name: 'ledger-load-texted-stops',
  text: `SELECT ${textedStopsTable.select('t')} FROM texted_stops t WHERE t.number_hash = ANY ($1::bytea[])`,
};

/**
 * Nobody can tell which business is meant on a number that several share. The platform's number ($2) belongs to all
 * businesses without one of their own, even if a single business has it in its settings.
 */
const OWNERS = {
  name: 'ledger-load-number-owners',
  text: `
    SELECT sms_sender AS number, min(name) AS name FROM businesses
    WHERE sms_sender = ANY ($1::text[]) AND sms_sender IS DISTINCT FROM $2::text
    GROUP BY sms_sender HAVING count(*) = 1`,
};

/**
 * Every business that texts from our number, and whose recipient holds the other number, or held it when the text was
 * received, or that keeps a stop of the other number.
 */
const HOLDERS = {
  name: 'ledger-load-number-holders',
  text: `
    WITH wanted AS (
      SELECT phone, number_hash, own_number, channel, min(received_at) AS received_at
      FROM unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $6::timestamptz[])
        AS wanted (phone, number_hash, own_number, channel, received_at)
      GROUP BY phone, number_hash, own_number, channel
    ), addressed AS (
      SELECT w.*, r.business_id, r.id FROM wanted w JOIN recipients r ON r.phone = w.phone
      UNION
      SELECT w.*, r.business_id, r.id FROM wanted w
      JOIN recipients r ON r.left_number_hash = w.number_hash AND r.left_number_at >= w.received_at
      UNION
      SELECT w.*, s.business_id, NULL FROM wanted w
      JOIN number_stops s ON s.number_hash = w.number_hash AND s.channel = w.channel AND s.source = 'text'
      WHERE (SELECT true FROM recipients r WHERE r.business_id = s.business_id AND r.phone = w.phone) IS NULL
    )
    SELECT c.number_hash AS hash, c.own_number AS "ownNumber", c.channel, c.business_id AS "businessId",
      c.id AS "recipientId"
    FROM addressed c JOIN businesses b ON b.id = c.business_id
    WHERE ${stopsEverywhere('c.channel')} OR coalesce(b.sms_sender, $5) = c.own_number
    ORDER BY c.business_id`,
};
