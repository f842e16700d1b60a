import type { Sql } from '../runtime/database';
import type { Answer, Applied, CommandProcessor, TimedCommand } from '../runtime/command-processor';
import { decide } from './decide/decide';
import { load } from './load';
import { store } from './store';
import { write, writeAll } from './table';
import * as tables from './tables';

/**
 * Reads `commands`; writes the tables of messages, credits and consent, the `sends.*` topics, the `events.*` topics and
 * the replies. It is the only writer of that state.
 */
export function ledger(wallClock: () => Date): CommandProcessor {
  return {
    async apply(sql: Sql, commands: readonly TimedCommand[]): Promise<Applied[]> {
      const wallNow = wallClock();
      const set = await load(
        sql,
        commands.map(({ command }) => command),
      );
      const applied = commands.map((command) => decide(set, command, wallNow));
      await store(sql, set);
      return applied;
    },

    async refuse(sql: Sql, { command }: TimedCommand, answer: Answer): Promise<void> {
      const { command_id: commandId, business_id: businessId } = command;
      const outcome = { ...answer, commandId, businessId, storedAt: wallClock() };
      await writeAll(sql, write(tables.commandOutcomes, new Map([[commandId, outcome]])));
    },
  };
}
