/** What the gates ask about a phone number, read in the transaction of the claim. */
import type { Sql } from '../runtime/postgres/database';
import { RECENT_MS } from '../channels/paid-gate';
import type { PaidChannel } from '../../schemas/channels';
import type { NumberFacts, PaidFacts } from '../channels/paid-facts';
import type { SendSnapshot } from './send-snapshot';
import { stopsEverywhere } from '../channels/channels';

/** The keyed hash under which stops and reachability of a number are stored. */
export type HashNumber = (phone: string) => Buffer;

export interface NumberSettings {
  readonly hashNumber: HashNumber;
  /** The shared number that texts come from; null for a channel without texts. */
  readonly smsSender: string | null;
}

/** The facts that the gates of a paid channel need beyond the snapshot. */
export type PaidGateFacts = Pick<PaidFacts, 'number' | 'review'>;

/** The facts about a number that are the same for every paid channel. */
export interface KnownNumber extends Omit<NumberFacts, 'unreachable'> {
  readonly hash: Buffer;
}

/**
 * Loads the numbers that the recipients hold now, because they may have changed since the push. A send is limited by
 * the sends that were queued in the ten minutes before it, never by later ones. Of ten that come due at the same moment
 * the first five go, even if a sender reads them an hour later (CHAN-11).
 */
export async function loadNumbers(
  sql: Sql,
  snapshots: readonly SendSnapshot[],
  { hashNumber, smsSender }: NumberSettings,
): Promise<Map<SendSnapshot, KnownNumber>> {
  const held = snapshots.flatMap((snapshot) => {
    const { phone, phoneCountry } = snapshot.recipient;
    return phone === null ? [] : [{ snapshot, phone, country: phoneCountry ?? '', hash: hashNumber(phone) }];
  });
  if (held.length === 0) return new Map();
  const businessIds = held.map(({ snapshot }) => snapshot.send.businessId);
  const sendIds = held.map(({ snapshot }) => snapshot.send.id);
  const stops = await sql.query<{ sendId: string; channel: PaidChannel }>(STOPS, [
    businessIds,
    sendIds,
    held.map(({ hash }) => hash),
    held.map(({ snapshot }) => snapshot.business.smsSender ?? smsSender),
  ]);
  const recent = await sql.query<{ sendId: string; count: number }>(RECENT, [
    businessIds,
    sendIds,
    held.map(({ phone }) => phone),
    RECENT_MS,
  ]);
  const recentOf = new Map(recent.map(({ sendId, count }) => [sendId, count]));
  return new Map(
    held.map(({ snapshot, country, hash }) => {
      const own = stops.filter(({ sendId }) => sendId === snapshot.send.id);
      const stoppedChannels = own.map(({ channel }) => channel);
      const recentSends = recentOf.get(snapshot.send.id) ?? 0;
      return [snapshot, { country, hash, stoppedChannels, recentSends }];
    }),
  );
}

/** A texted stop holds as soon as it is stored with the number, before every business has processed it (HAZ-26). */
const STOPS = {
  name: 'sender-number-stops',
  text: `
    WITH wanted AS (
      SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[], $4::text[])
        AS wanted (business_id, send_id, number_hash, own_number)
    )
    SELECT send_id AS "sendId", s.channel FROM wanted JOIN number_stops s USING (business_id, number_hash)
    UNION ALL
    SELECT send_id, t.channel FROM wanted JOIN texted_stops t USING (number_hash)
    WHERE ${stopsEverywhere('t.channel')} OR t.own_number = wanted.own_number`,
};

/**
 * `ORDER BY` makes Postgres use the index of numbers. Without it Postgres read all sends of the business for each
 * number: 33 ms a claim for a business with a few thousand.
 */
const RECENT = {
  name: 'sender-recent-sends',
  text: `
    SELECT wanted.send_id AS "sendId", recent.count
    FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (business_id, send_id, phone)
    JOIN sends s ON s.business_id = wanted.business_id AND s.id = wanted.send_id
    CROSS JOIN LATERAL (
      SELECT count(*) FROM (
        SELECT FROM sends earlier
        WHERE earlier.business_id = wanted.business_id AND earlier.phone = wanted.phone
          AND earlier.queued_at > s.queued_at - $4 * interval '1 millisecond'
          AND (earlier.queued_at, earlier.id) < (s.queued_at, s.id)
          AND earlier.state NOT IN ('skipped', 'cancelled', 'rejected')
        ORDER BY earlier.queued_at
      ) each_one
    ) recent`,
};
