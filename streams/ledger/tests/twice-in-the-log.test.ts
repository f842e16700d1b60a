import type { Command } from '../../../schemas/generated/command';
import { topics } from '../../../schemas/topics';
import type { EventRow } from '../delivery/tables';
import { inAnyHistory } from './fixtures/any-history';
import { expectSame } from './fixtures/expect-same';
import type { World } from './fixtures/world';

describe('whatever happens, in whatever order', () => {
  test('a command that the log holds twice is answered the same and does nothing (IDEM-16)', () => {
    inAnyHistory((world) => {
      const asked = commandsIn(world).filter(({ command }) => !isTold(command));
      return asked.filter(({ command, brought: { status, body } }) => {
        const again = world.apply(command);
        expect([again.status, again.body]).toEqual([status, body]);
        return [...Object.values(again.written).flat(), ...again.outputs].length > 0;
      });
    }, 'in the end');
  });

  test('a result, a report or a timer that the log holds twice changes nothing and tells nobody (NUDGE-8)', () => {
    inAnyHistory((world) => {
      const told = commandsIn(world).filter(({ command }) => isTold(command));
      return told.filter(({ command }) => {
        const before = standingOf(world);
        const { outputs, written } = world.apply(command);
        expectSame(standingOf(world), before);
        // Where the allowance was lowered since, a result is as good a reason to say so as the next.
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

/** Told by a sender, a provider or the clock: nobody waits for an answer. */
function isTold({ body }: Command): boolean {
  return 'ReportAttempt' in body || 'ReportDelivery' in body || 'FireTimer' in body;
}

/** What is said there of an account is in the rows of events too. */
const EVENTS_WITH_ROW: readonly string[] = [topics.eventsAccount.name, topics.webhookEvents.name];

/** How everything stands, but for when it was last said. */
function standingOf({ set }: World): object {
  return {
    businesses: [...set.businesses.values()].map((business) => ({ ...business, allowanceTold: null })),
    sends: [...set.sends.values()].map((send) => ({ ...send, updatedAt: null })),
    attempts: [...set.attempts.values()],
    timers: [...set.timers.values()],
  };
}
