import type { Sql } from '../../../runtime/postgres/database';
import type { SendSnapshot } from '../../../sender/send-snapshot';
import type { EmailFacts } from './decide';

/** The keyed hash under which suppressions of an address are stored. */
export type HashAddress = (email: string) => Buffer;

/** Loads the facts beyond the snapshot. No business owns these rows, so they are read again for each claim. */
export async function loadEmailFacts(
  sql: Sql,
  snapshots: readonly SendSnapshot[],
  hashAddress: HashAddress,
): Promise<(snapshot: SendSnapshot) => EmailFacts> {
  const hashes = new Map(snapshots.map((snapshot) => [snapshot, hashAddress(snapshot.recipient.email)]));
  const rows = await sql.query<{ hash: Buffer }>(SUPPRESSED, [[...hashes.values()]]);
  const suppressed = new Set(rows.map(({ hash }) => hash.toString('hex')));
  return (snapshot) => {
    const addressHash = hashes.get(snapshot) ?? hashAddress(snapshot.recipient.email);
    return { addressHash, platformSuppressed: suppressed.has(addressHash.toString('hex')) };
  };
}

const SUPPRESSED = {
  name: 'email-sender-suppressed',
  text: 'SELECT address_hash AS hash FROM platform_suppressions WHERE address_hash = ANY ($1::bytea[])',
};
