import type { Sql } from '../runtime/database';
import type { Work } from './work';

/** A free answer to what somebody wrote: a confirmation, an acknowledgement, a reply passed on. */
export interface Notice {
  readonly businessId: string;
  readonly id: string;
  readonly address: string;
  /** Number of ours that it comes from; null for the channel's own. */
  readonly sender: string | null;
  readonly subject: string | null;
  readonly text: string;
}

/** They travel with the nudges, and are told apart by their ids. */
export function isNotice({ sendId }: Pick<Work, 'sendId'>): boolean {
  return sendId.startsWith('ntc_');
}

/**
 * Takes what nobody has taken: a notice goes out once or, should this process die now, not at all. It is no nudge, so
 * there is no attempt to write down, no gate to ask and nothing to report.
 */
export async function takeNotices(
  sql: Sql,
  works: readonly Work[],
  takenAt: Date,
): Promise<Map<string, Notice>> {
  if (works.length === 0) return new Map();
  const rows = await sql.query<Notice>(TAKE, [
    works.map(({ businessId }) => businessId),
    works.map(({ sendId }) => sendId),
    takenAt,
  ]);
  return new Map(rows.map((notice) => [notice.id, notice]));
}

const TAKE = {
  name: 'sender-take-notices',
  text: `
    WITH waiting AS (
      SELECT n.* FROM unnest($1::text[], $2::text[]) AS wanted (business_id, id)
      JOIN notices n USING (business_id, id)
      WHERE n.taken_at IS NULL ORDER BY n.id FOR UPDATE OF n
    )
    UPDATE notices n SET taken_at = $3, address = '', subject = NULL, text = ''
    FROM waiting w WHERE n.business_id = w.business_id AND n.id = w.id
    RETURNING w.business_id AS "businessId", w.id, w.address, w.sender, w.subject, w.text`,
};
