import { recipientView, type RecipientView } from '../../streams/ledger/recipient-view';
import type { NumberStop, Recipient } from '../../streams/ledger/state';
import * as tables from '../../streams/ledger/tables';
import type { Sql } from '../../streams/runtime/database';
import type { KeyedHash } from './requests/keyed-hash';

export interface FoundRecipient {
  readonly id: string;
  readonly view: RecipientView;
}

/** Undefined for an address that the business never messaged, or whose recipient was erased. */
export async function readRecipient(
  { sql, hash }: { readonly sql: Sql; readonly hash: KeyedHash },
  businessId: string,
  email: string,
): Promise<FoundRecipient | undefined> {
  const [recipient] = await sql.query<Recipient>(FIND_RECIPIENT, [businessId, email]);
  if (recipient === undefined) return undefined;
  const { id, phone } = recipient;
  const kept =
    phone === null ? [] : await sql.query<NumberStop>(FIND_STOPS, [businessId, hash('number', phone)]);
  return { id, view: recipientView(recipient, kept) };
}

const FIND_RECIPIENT = {
  name: 'recipient-by-address',
  text: `SELECT ${tables.recipients.select('r')} FROM recipients r WHERE r.business_id = $1 AND r.email = $2`,
};

const FIND_STOPS = {
  name: 'recipient-number-stops',
  text: `
    SELECT ${tables.numberStops.select('s')} FROM number_stops s
    WHERE s.business_id = $1 AND s.number_hash = $2`,
};
