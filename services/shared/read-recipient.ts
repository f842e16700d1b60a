import { recipientView, type KeptStop, type RecipientView } from '../../streams/ledger/people/recipient-view';
import type { Recipient } from '../../streams/ledger/people/tables';
import { tables } from '../../streams/ledger/store/tables';
import type { Sql } from '../../streams/runtime/postgres/database';
import type { KeyedHash } from './requests/keyed-hash';
import { stopsEverywhere } from '../../streams/channels/channels';

/** What the ingress and the console need to show a recipient in the same way. */
export interface RecipientReads {
  readonly sql: Sql;
  readonly hash: KeyedHash;
  /** The shared number, which a business without a number of its own texts from. */
  readonly smsSender: string | null;
}

export interface FoundRecipient {
  readonly id: string;
  readonly view: RecipientView;
}

/** Undefined if the business never messaged the address, or has erased its recipient. */
export async function readRecipient(
  { sql, hash, smsSender }: RecipientReads,
  businessId: string,
  email: string,
): Promise<FoundRecipient | undefined> {
  const [recipient] = await sql.query<Recipient>(FIND_RECIPIENT, [businessId, email]);
  if (recipient === undefined) return undefined;
  const { id, phone } = recipient;
  if (phone === null) return { id, view: recipientView(recipient, []) };
  const numberHash = hash('number', phone);
  const kept = await sql.query<KeptStop>(FIND_STOPS, [businessId, numberHash, smsSender]);
  return { id, view: recipientView(recipient, kept) };
}

const FIND_RECIPIENT = {
  name: 'recipient-by-address',
  text: `SELECT ${tables.recipients.select('r')} FROM recipients r WHERE r.business_id = $1 AND r.email = $2`,
};

/** Also reads what was texted to the number that the business texts from now, because the gates check both. */
const FIND_STOPS = {
  name: 'recipient-number-stops',
  text: `
    SELECT channel, source, stopped_at AS "stoppedAt" FROM number_stops WHERE business_id = $1 AND number_hash = $2
    UNION ALL
    SELECT t.channel, 'text', t.stopped_at FROM texted_stops t JOIN businesses b ON b.id = $1
    WHERE t.number_hash = $2 AND (${stopsEverywhere('t.channel')} OR t.own_number = coalesce(b.sms_sender, $3))`,
};
