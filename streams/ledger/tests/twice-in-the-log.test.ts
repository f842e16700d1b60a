import type { Command } from '../../../schemas/generated/command';
import { topics } from '../../../schemas/topics';
import type { EventRow } from '../delivery/tables';
import { inAnyHistory } from './fixtures/any-history';
import { expectSame } from './fixtures/expect-same';
import type { World } from './fixtures/world';

describe('in any order of events', () => {
  test('a command that the log holds twice gets the same answer and changes nothing (IDEM-16)', () => {
    inAnyHistory((world) => {
      const asked = commandsIn(world).filter(({ command }) => !isReport(command));
      return asked.filter(({ command, brought: { status, body } }) => {
        const again = world.apply(command);
        expect([again.status, again.body]).toEqual([status, body]);
        return [...Object.values(again.written).flat(), ...again.outputs].length > 0;
      });
    }, 'in the end');
  });

  test('a result, a report or a timer that the log holds twice changes nothing and emits nothing (NUDGE-8)', () => {
    inAnyHistory((world) => {
      const reports = commandsIn(world).filter(({ command }) => isReport(command));
      return reports.filter(({ command }) => {
        const before = stateOf(world);
        const { outputs, written } = world.apply(command);
        expectSame(stateOf(world), before);
        // If the allowance was lowered since, any result may report that it is used up.
        const news = (written.events as EventRow[]).filter(({ type }) => type !== 'plan.allowance_exceeded');
        const others = outputs.filter(({ topic }) => !EVENTS_WITH_ROW.includes(topic));
        const { creditEntries, commandOutcomes } = written;
        return [news, others, creditEntries, commandOutcomes].flat().length > 0;
      });
    }, 'in the end');
  });
});

function commandsIn({ history }: World) {
  return history.flatMap((happened) => ('command' in happened ? [happened] : []));
}

/** Commands of a sender, a provider or a timer, whose outcome nobody waits for. */
function isReport({ body }: Command): boolean {
  return 'ReportAttempt' in body || 'ReportDelivery' in body || 'FireTimer' in body;
}

/** Topics whose records have a row in `events` too. */
const EVENTS_WITH_ROW: readonly string[] = [topics.eventsAccount.name, topics.webhookEvents.name];

/** The state of the world, without the times of its last changes. */
function stateOf({ set }: World): object {
  return {
    businesses: [...set.businesses.values()].map((business) => ({ ...business, allowanceTold: null })),
    sends: [...set.sends.values()].map((send) => ({ ...send, updatedAt: null })),
    attempts: [...set.attempts.values()],
    timers: [...set.timers.values()],
  };
}
