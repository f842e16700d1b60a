import { arrives, eventsAfter, type Channel } from '../providers/outcome';
import type { StandInWorld, WorldSettings } from '../providers/stand-in';
import { systemClock, type Clock } from '../shared/clock';
import { normaliseAddress } from './address';
import type { ChannelRecord } from './channel-record';
import type { Courier } from './courier';
import { noAnswer, type Hang } from './pauses';
import type { Kept } from './records';

export interface Outside {
  readonly settings: WorldSettings;
  readonly courier: Courier;
  readonly clock: Clock;
  readonly hang: Hang;
}

/** The people of one channel and time, for the stand-in of the provider that is chosen there. */
export function standInWorld<On extends Channel>(
  record: ChannelRecord<On, Kept<On>>,
  { settings, courier, clock, hang }: Outside,
): StandInWorld<On> {
  return {
    settings,
    now: () => clock.now(),
    realTimeMs: () => systemClock.now(),
    addressIn: (text) => normaliseAddress(record.channel, text),
    outcomeFor: (to) => record.outcomeFor(to),
    note(submission, instead) {
      const { to, outcome, id, report } = submission;
      // Who is unreachable got nothing, so there is nothing to show.
      if (outcome === 'unreachable') return;
      const at = clock.now();
      const kept = { ...submission, at };
      record.add(kept);
      if (id === null) return;
      if (instead === undefined && arrives(outcome)) record.arrive(kept, at);
      const events = instead ?? eventsAfter(record.channel, outcome);
      courier.followUp(
        { id, to },
        events.flatMap((event) => report(event, at) ?? []),
      );
    },
    hang,
    noAnswer: () => noAnswer(hang),
  };
}
