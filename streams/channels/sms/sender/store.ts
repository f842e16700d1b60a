import type { Sql } from '../../../runtime/postgres/database';
import { loadNumbers, type NumberSettings, type PaidGateFacts } from '../../../sender/numbers';
import type { SendSnapshot } from '../../../sender/send-snapshot';

/**
 * Loads the facts beyond the snapshot. Reachability on WhatsApp and the review of templates do not matter to a text.
 */
export async function loadSmsFacts(
  sql: Sql,
  snapshots: readonly SendSnapshot[],
  settings: NumberSettings,
): Promise<(snapshot: SendSnapshot) => PaidGateFacts> {
  const numbers = await loadNumbers(sql, snapshots, settings);
  return (snapshot) => {
    const number = numbers.get(snapshot);
    return {
      number: number === undefined ? 'none' : { ...number, unreachable: false },
      review: 'approved',
    };
  };
}
