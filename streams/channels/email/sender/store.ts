import type { Sql } from '../../../runtime/postgres/database';
import type { Scene } from '../../../sender/send-snapshot';
import type { EmailFacts } from './decide';

export type HashAddress = (email: string) => Buffer;

/** What the gates of the email ask beyond the scene. No business owns these rows, so they are read fresh every time. */
export async function loadEmailFacts(
  sql: Sql,
  scenes: readonly Scene[],
  hashAddress: HashAddress,
): Promise<(scene: Scene) => EmailFacts> {
  const hashes = new Map(scenes.map((scene) => [scene, hashAddress(scene.recipient.email)]));
  const rows = await sql.query<{ hash: Buffer }>(SUPPRESSED, [[...hashes.values()]]);
  const suppressed = new Set(rows.map(({ hash }) => hash.toString('hex')));
  return (scene) => {
    const addressHash = hashes.get(scene) ?? hashAddress(scene.recipient.email);
    return { addressHash, platformSuppressed: suppressed.has(addressHash.toString('hex')) };
  };
}

const SUPPRESSED = {
  name: 'email-sender-suppressed',
  text: 'SELECT address_hash AS hash FROM platform_suppressions WHERE address_hash = ANY ($1::bytea[])',
};
