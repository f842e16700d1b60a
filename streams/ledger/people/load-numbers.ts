import type { Sql } from '../../runtime/postgres/database';
import type { Needs } from '../store/needs';
import {
  type NumberStop,
  type TextedStop,
  type UnreachableNumber,
  numberStops as numberStopsTable,
  unreachableNumbers as unreachableNumbersTable,
} from './tables';
import {
  type Send,
  type TemplateReview,
  reviews as reviewsTable,
  sends as sendsTable,
} from '../delivery/tables';
import type { PlatformSettings } from '../command-context';
import type { WorkingSet } from '../store/working-set';
import { TEXTED } from './load-texts';
import { paidChannels } from '../../channels/channels';

/**
 * Loads what is known about the numbers that paid nudges of the batch may go to. A batch without any number, such as
 * one of plain emails, runs no query. Rows that no single business owns are read fresh every time (HAZ-26).
 */
export async function loadNumbers(
  sql: Sql,
  set: WorkingSet,
  { phones, numberHashes }: Needs,
  { rules, since }: { readonly rules: PlatformSettings; readonly since: Date },
): Promise<void> {
  const numbers = new Map<string, { businessId: string; phone: string }>();
  for (const { businessId, phone } of [...phones, ...set.recipients.values()]) {
    if (phone !== null) numbers.set(`${businessId} ${phone}`, { businessId, phone });
  }
  const sentTo = numbersSentTo(set);
  if (numbers.size === 0 && numberHashes.length === 0 && sentTo.length === 0) return;
  const wanted = [...numbers.values()];
  const businessIds = wanted.map(({ businessId }) => businessId);
  const hashes = wanted.map(({ phone }) => rules.hash('number', phone));
  const stopped = [
    [...businessIds, ...numberHashes.map(({ businessId }) => businessId)],
    [...hashes, ...numberHashes.map(({ numberHash }) => numberHash)],
  ];
  const [stops, texted, unreachable, reviews, recent] = await Promise.all([
    sql.query<NumberStop>(STOPS, stopped),
    sql.query<TextedStop>(TEXTED, stopped.slice(1)),
    sql.query<UnreachableNumber>(UNREACHABLE, [
      [...hashes, ...sentTo.map((phone) => rules.hash('number', phone))],
    ]),
    sql.query<TemplateReview>(REVIEWS, []),
    sql.query<Send>(RECENT, [businessIds, wanted.map(({ phone }) => phone), since]),
  ]);
  set.numberStops.load(stops);
  set.textedStops.load(texted);
  set.unreachableNumbers.load(unreachable);
  set.reviews.load(reviews);
  // These sends are only counted and not locked, so a send that was loaded to be decided about stays as it is.
  set.sends.load(recent.filter(({ id }) => set.sends.get(id) === undefined));
}

/**
 * The recipient of a WhatsApp message may have another number by now. Its report is about the number that it went to.
 */
function numbersSentTo(set: WorkingSet): string[] {
  const phones = Array.from(set.sends.values()).flatMap(({ channel, phone, recipientId }) => {
    const isLeft = phone !== set.recipients.get(recipientId)?.phone;
    const isLearned = channel !== 'email' && paidChannels[channel].learnsReach;
    return isLearned && phone !== null && isLeft ? [phone] : [];
  });
  return [...new Set(phones)];
}

const STOPS = {
  name: 'ledger-load-number-stops',
  text: `
    SELECT ${numberStopsTable.select('s')}
    FROM unnest($1::text[], $2::bytea[]) AS wanted (business_id, number_hash)
    JOIN number_stops s USING (business_id, number_hash)`,
};

const UNREACHABLE = {
  name: 'ledger-load-unreachable',
  text: `SELECT ${unreachableNumbersTable.select('u')} FROM unreachable_numbers u WHERE u.number_hash = ANY ($1::bytea[])`,
};

const REVIEWS = {
  name: 'ledger-load-template-reviews',
  text: `SELECT ${reviewsTable.select('t')} FROM template_reviews t`,
};

/**
 * The ORDER BY leads Postgres to the index of numbers. Without it Postgres may read all sends of a business for each
 * number.
 */
const RECENT = {
  name: 'ledger-load-recent-sends',
  text: `
    SELECT ${sendsTable.select('s')}
    FROM unnest($1::text[], $2::text[]) AS wanted (business_id, phone)
    CROSS JOIN LATERAL (
      SELECT * FROM sends
      WHERE sends.business_id = wanted.business_id AND sends.phone = wanted.phone AND sends.queued_at > $3
      ORDER BY sends.queued_at
    ) s`,
};
