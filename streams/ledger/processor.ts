import type { Transaction } from '../runtime/postgres/database';
import type { Answer, Applied, CommandProcessor, TimedCommand } from '../runtime/commands/command-processor';
import { BATCH_LIMITS } from './store/batch-limits';
import { decide } from './decide';
import { load } from './store/load';
import { peopleIn } from './people/people-in';
import { markParked } from './delivery/parked';
import { store, storeAhead } from './store/store';
import type { LedgerTelemetry } from './telemetry';
import type { Withheld } from './people/texted-answers';
import type { PlatformSettings } from './command-context';
import { WorkingSet } from './store/working-set';

/**
 * Reads `commands`. Writes the tables of messages, credits and consent, the topics `sends.*`, `timers`, `events.*` and
 * `webhook-events`, the replies, and the commands that continue what another command began. Nothing else writes that
 * state.
 */
export function ledger(
  rules: PlatformSettings,
  wallClock: () => Date,
  telemetry: LedgerTelemetry,
  limits = BATCH_LIMITS,
): CommandProcessor {
  return {
    async apply(
      transaction: Transaction,
      commands: readonly TimedCommand[],
      owned: Promise<unknown>,
    ): Promise<Applied[]> {
      const [set] = await Promise.all([load(transaction, commands, { rules, limits }), owned]);
      const environment = { rules, wallNow: wallClock() };
      const applied: Applied[] = [];
      for (const command of commands) {
        applied.push(decide(set, command, environment));
        if (set.messages.written.size + set.sends.written.size >= limits.rowsStoredAhead) {
          storeAhead(transaction, set);
          await transaction.flush();
        }
      }
      store(transaction, set);
      countUnanswered(commands, applied, telemetry);
      return applied;
    },

    peopleIn: (command) => peopleIn(command, rules),

    refuse(transaction: Transaction, { command }: TimedCommand, answer: Answer): void {
      const { command_id: commandId, business_id: businessId } = command;
      const set = new WorkingSet();
      set.answer({ ...answer, commandId, businessId, storedAt: wallClock(), person: null, people: null });
      store(transaction, set);
      const parked = markParked(transaction, command, wallClock());
      if (parked !== null) telemetry.parked(parked);
    },
  };
}

/** Counts the reports on unknown sends and the texted words without an automatic reply. */
function countUnanswered(
  commands: readonly TimedCommand[],
  applied: readonly Applied[],
  telemetry: LedgerTelemetry,
): void {
  for (const [index, { command }] of commands.entries()) {
    const answer = applied[index]?.answer ?? null;
    if (answer === null) continue;
    if ('ReportDelivery' in command.body && answer.status === 404) telemetry.unknownReport();
    if ('ReceiveText' in command.body) {
      const { withheld } = JSON.parse(answer.body) as { withheld?: Withheld };
      if (withheld !== undefined) telemetry.withheldAnswer(withheld);
    }
  }
}
