import { moveClock } from '../../services/simulator/move-clock';
import type { Sql } from '../../streams/runtime/postgres/database';
import { PATIENCE_MS } from './until';

/** For services that follow the movable clock: all of them have, once it resolves. */
export async function passTime(sql: Sql, ms: number): Promise<void> {
  expect(await moveClock(sql, ms, PATIENCE_MS)).toEqual([]);
}
