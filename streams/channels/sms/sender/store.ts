import type { Sql } from '../../../runtime/postgres/database';
import { loadNumbers, type NumberHouse, type PaidGateFacts } from '../../../sender/numbers';
import type { Scene } from '../../../sender/send-snapshot';

/** What the gates of a text ask beyond the scene. How WhatsApp sees the number or a template is of no interest here. */
export async function loadSmsFacts(
  sql: Sql,
  scenes: readonly Scene[],
  house: NumberHouse,
): Promise<(scene: Scene) => PaidGateFacts> {
  const numbers = await loadNumbers(sql, scenes, house);
  return (scene) => {
    const number = numbers.get(scene);
    return {
      number: number === undefined ? 'none' : { ...number, unreachable: false },
      review: 'approved',
    };
  };
}
