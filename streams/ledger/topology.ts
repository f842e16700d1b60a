import type { Sql } from '../runtime/database';
import type { Answer, Applied, CommandProcessor, TimedCommand } from '../runtime/command-processor';
import { decide } from './decide/decide';
import { load } from './load';
import { store } from './store';
import type { HouseRules } from './turn';
import { WorkingSet } from './working-set';

/**
 * Reads `commands`; writes the tables of messages, credits and consent, the `sends.*` topics, the `events.*` topics and
 * the replies. It is the only writer of that state.
 */
export function ledger(rules: HouseRules, wallClock: () => Date): CommandProcessor {
  return {
    async apply(sql: Sql, commands: readonly TimedCommand[]): Promise<Applied[]> {
      const set = await load(sql, commands, rules);
      const house = { rules, wallNow: wallClock() };
      const applied = commands.map((command) => decide(set, command, house));
      await store(sql, set);
      return applied;
    },

    async refuse(sql: Sql, { command }: TimedCommand, answer: Answer): Promise<void> {
      const { command_id: commandId, business_id: businessId } = command;
      const set = new WorkingSet();
      set.answer({ ...answer, commandId, businessId, storedAt: wallClock() });
      await store(sql, set);
    },
  };
}
