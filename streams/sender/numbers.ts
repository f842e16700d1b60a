import type { Sql } from '../runtime/postgres/database';
import { RECENT_MS } from '../channels/paid-gate';
import type { PaidChannel } from '../../schemas/channels';
import type { NumberFacts, PaidFacts } from '../channels/paid-facts';
import type { SendSnapshot } from './send-snapshot';
import { stopsEverywhere } from '../channels/channels';

export type HashNumber = (phone: string) => Buffer;

export interface NumberHouse {
  readonly hashNumber: HashNumber;
  /** The shared number that texts come from; null where none are sent. */
  readonly smsSender: string | null;
}

/** What the gates of a paid channel ask beyond the snapshot. */
export type PaidGateFacts = Pick<PaidFacts, 'number' | 'review'>;

/** What is known about a number on any channel. */
export interface KnownNumber extends Omit<NumberFacts, 'unreachable'> {
  readonly hash: Buffer;
}

/**
 * The numbers that these sends go to: what each recipient holds now, for it may have changed since the push. A send is
 * held back by those that were queued in the ten minutes before it was, never by itself or by later ones: of ten that come
 * due in one moment the first five go, also where no sender came to them for an hour.
 */
export async function loadNumbers(
  sql: Sql,
  snapshots: readonly SendSnapshot[],
  { hashNumber, smsSender }: NumberHouse,
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

/** A stop that was texted holds from the moment it stands at the number, before each business has heard of it (hazard 24). */
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
 * The order leads Postgres to the index of numbers: left alone it read all sends of a business for each number, 33 ms a
 * claim where the business had a few thousand.
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
