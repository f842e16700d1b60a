/** Reads what the gates of a WhatsApp message ask about beyond the snapshot. */
import type { Sql } from '../../../runtime/postgres/database';
import type { Review } from '../../paid-facts';
import { loadNumbers, type HashNumber, type PaidGateFacts } from '../../../sender/numbers';
import type { SendSnapshot } from '../../../sender/send-snapshot';

export interface WhatsappFactsSettings {
  readonly hashNumber: HashNumber;
  /** The review of a template that nobody has judged (`TEMPLATE_REVIEW`, CHAN-14). */
  readonly defaultReview: Review;
}

/** Loads the facts beyond the snapshot. No business owns these rows, so they are read again for each claim. */
export async function loadWhatsappFacts(
  sql: Sql,
  snapshots: readonly SendSnapshot[],
  now: Date,
  { hashNumber, defaultReview }: WhatsappFactsSettings,
): Promise<(snapshot: SendSnapshot) => PaidGateFacts> {
  const numbers = await loadNumbers(sql, snapshots, { hashNumber, smsSender: null });
  const hashes = Array.from(numbers.values(), ({ hash }) => hash);
  const unreachable = await sql.query<{ hash: Buffer }>(UNREACHABLE, [hashes, now]);
  const unreachableHashes = new Set(unreachable.map(({ hash }) => hash.toString('hex')));
  const reviews = await sql.query<{ orderStatus: string; review: Review }>(REVIEWS, []);
  const reviewOf = new Map(reviews.map(({ orderStatus, review }) => [orderStatus, review]));
  return (snapshot) => {
    const number = numbers.get(snapshot);
    return {
      number:
        number === undefined
          ? 'none'
          : { ...number, unreachable: unreachableHashes.has(number.hash.toString('hex')) },
      review: reviewOf.get(snapshot.message.orderStatus ?? '') ?? defaultReview,
    };
  };
}

const UNREACHABLE = {
  name: 'whatsapp-sender-unreachable',
  text: 'SELECT number_hash AS hash FROM unreachable_numbers WHERE number_hash = ANY ($1::bytea[]) AND until > $2',
};

const REVIEWS = {
  name: 'whatsapp-sender-reviews',
  text: 'SELECT order_status AS "orderStatus", review FROM template_reviews',
};
