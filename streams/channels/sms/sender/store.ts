import type { Sql } from '../../../runtime/postgres/database';
import { loadNumbers, type NumberHouse, type PaidGateFacts } from '../../../sender/numbers';
import type { SendSnapshot } from '../../../sender/send-snapshot';

/** What the gates of a text ask beyond the snapshot. How WhatsApp sees the number or a template is of no interest here. */
export async function loadSmsFacts(
  sql: Sql,
  snapshots: readonly SendSnapshot[],
  settings: NumberHouse,
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
