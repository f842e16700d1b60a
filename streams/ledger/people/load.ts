import type { Sql } from '../../runtime/postgres/database';
import { isRecipient } from '../erasure/redact';
import type { Needs, Ref } from '../store/needs';
import {
  type PlatformSuppression,
  type Recipient,
  type Suppression,
  platformSuppressions as platformSuppressionsTable,
  recipients as recipientsTable,
  suppressions as suppressionsTable,
} from './tables';
import type { PlatformSettings } from '../command-context';
import type { WorkingSet } from '../store/working-set';

/** Loads the recipients of the batch's messages, and those that commands name by id or number. */
export async function loadPeople(sql: Sql, set: WorkingSet, needs: Needs): Promise<void> {
  await Promise.all([loadHolders(sql, set, needs), loadNamed(sql, set, needs)]);
}

async function loadHolders(sql: Sql, set: WorkingSet, { phones }: Needs): Promise<void> {
  if (phones.length === 0) return;
  const values = [phones.map(({ businessId }) => businessId), phones.map(({ phone }) => phone)];
  set.recipients.load(await sql.query<Recipient>(BY_PHONE, values));
}

async function loadNamed(sql: Sql, set: WorkingSet, needs: Needs): Promise<void> {
  const refs = new Map<string, Ref>([...needs.recipients, ...namedIn(set)].map((ref) => [ref.id, ref]));
  for (const { businessId, recipientId: id } of set.messages.values()) refs.set(id, { businessId, id });
  const unknown = [...refs.values()].filter(({ id }) => set.recipients.get(id) === undefined);
  if (unknown.length === 0) return;
  const values = [unknown.map(({ businessId }) => businessId), unknown.map(({ id }) => id)];
  set.recipients.load(await sql.query<Recipient>(BY_ID, values));
}

/** People whom stored outcomes name: an outcome that names an erased person is not replayed (ERASE-9). */
function namedIn(set: WorkingSet): Ref[] {
  return [...set.idempotencyRecords.values()].flatMap(({ businessId, person, people }) =>
    [person, ...(people ?? [])].flatMap((id) => (id !== null && isRecipient(id) ? [{ businessId, id }] : [])),
  );
}

/** `loadAddressed` does this for the addresses that commands name. These recipients are known only by their id. */
export async function loadMailed(
  sql: Sql,
  set: WorkingSet,
  { mailed }: Needs,
  rules: PlatformSettings,
): Promise<void> {
  const recipients = mailed.flatMap(({ id }) => set.recipients.get(id) ?? []);
  if (recipients.length === 0) return;
  const hashes = recipients.map(({ email }) => rules.hash('address', email));
  set.platformSuppressions.load(await sql.query<PlatformSuppression>(PLATFORM, [hashes]));
}

interface AddressRow {
  readonly hash: Buffer;
  readonly platformSuppressedAt: Date | null;
}

/**
 * Looks up each address together with what the whole platform knows of it. What the business kept of an earlier
 * recipient matters only to a new one, so most batches do not query it.
 */
export async function loadAddressed(
  sql: Sql,
  set: WorkingSet,
  { addresses }: Needs,
  rules: PlatformSettings,
): Promise<void> {
  if (addresses.length === 0) return;
  const hashes = addresses.map(({ email }) => rules.hash('address', email));
  const businessIds = addresses.map(({ businessId }) => businessId);
  const emails = addresses.map(({ email }) => email);
  const rows = await sql.query<AddressRow & (Recipient | { readonly id: null })>(BY_ADDRESS, [
    businessIds,
    emails,
    hashes,
  ]);
  for (const { hash, platformSuppressedAt, ...row } of rows) {
    if (row.id !== null) set.recipients.load([row]);
    if (platformSuppressedAt !== null) {
      set.platformSuppressions.load([{ addressHash: hash, suppressedAt: platformSuppressedAt }]);
    }
  }
  const isUnknown = addresses.map(
    ({ businessId, email, kept }) =>
      kept === true || set.recipients.by('email', `${businessId} ${email}`).length === 0,
  );
  if (!isUnknown.includes(true)) return;
  set.suppressions.load(
    await sql.query<Suppression>(KEPT, [
      businessIds.filter((_, index) => isUnknown[index]),
      hashes.filter((_, index) => isUnknown[index]),
    ]),
  );
}

const BY_ADDRESS = {
  name: 'ledger-load-recipients-by-address',
  text: `
    SELECT wanted.hash, p.suppressed_at AS "platformSuppressedAt", ${recipientsTable.select('r')}
    FROM unnest($1::text[], $2::text[], $3::bytea[]) AS wanted (business_id, email, hash)
    LEFT JOIN recipients r ON r.business_id = wanted.business_id AND r.email = wanted.email
    LEFT JOIN platform_suppressions p ON p.address_hash = wanted.hash`,
};

const PLATFORM = {
  name: 'ledger-load-platform-suppressions',
  text: `
    SELECT ${platformSuppressionsTable.select('p')}
    FROM platform_suppressions p WHERE p.address_hash = ANY ($1::bytea[])`,
};

const KEPT = {
  name: 'ledger-load-suppressions',
  text: `
    SELECT ${suppressionsTable.select('s')}
    FROM unnest($1::text[], $2::bytea[]) AS wanted (business_id, address_hash)
    JOIN suppressions s USING (business_id, address_hash)`,
};

const BY_PHONE = {
  name: 'ledger-load-recipients-by-phone',
  text: `
    SELECT ${recipientsTable.select('r')}
    FROM unnest($1::text[], $2::text[]) AS wanted (business_id, phone) JOIN recipients r USING (business_id, phone)`,
};

const BY_ID = {
  name: 'ledger-load-recipients-by-id',
  text: `
    SELECT ${recipientsTable.select('r')}
    FROM unnest($1::text[], $2::text[]) AS wanted (business_id, id) JOIN recipients r USING (business_id, id)`,
};
