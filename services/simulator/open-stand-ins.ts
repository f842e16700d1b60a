import type { Choice } from '../providers/choice';
import { arrives, eventsAfter, type Channel } from '../providers/outcome';
import type { StandIn, StandInWorld, WorldSettings } from '../providers/stand-in';
import { systemClock, type Clock } from '../shared/clock';
import { normaliseAddress } from './address';
import type { ChannelRecord } from './channel-record';
import type { Courier } from './courier';
import { noAnswer, type Hang } from './pauses';
import type { Kept, Records } from './records';

/** What all stand-ins share. */
interface Outside {
  readonly settings: WorldSettings;
  readonly courier: Courier;
  readonly clock: Clock;
  readonly hang: Hang;
}

/** Opens the stand-ins of the chosen providers (PROV-19). */
export async function openStandIns(
  { email, sms, whatsapp }: { readonly [On in Channel]: Choice<On> },
  records: Records,
  outside: Outside,
): Promise<{ readonly [On in Channel]: StandIn<On> }> {
  const [mail, texts, messages] = await Promise.all([
    email.plugin.openStandIn(email.settings, worldOf(records.email, outside)),
    sms.plugin.openStandIn(sms.settings, worldOf(records.sms, outside)),
    whatsapp.plugin.openStandIn(whatsapp.settings, worldOf(records.whatsapp, outside)),
  ]);
  return { email: mail, sms: texts, whatsapp: messages };
}

/** The people of one channel and the time, as the stand-in of its provider sees them. */
function worldOf<On extends Channel>(
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
      // An unreachable provider received nothing, so there is nothing to show.
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
