import { topics } from '../../../../schemas/topics';
import type { SendingChannel } from '../../../sender/channel';
import { silencedSince } from '../../../sender/auto-replies';
import type { HashNumber } from '../../../sender/numbers';
import type { SmsNudge } from '../../../sender/provider';
import { composeSms, composeSmsAutoReply, decideSms, type SmsSettings } from './decide';
import { loadSmsFacts } from './store';

/** The SMS channel of a sender: its topic, its gates and its nudges. */
export function smsChannel(
  settings: SmsSettings & { readonly hashNumber: HashNumber },
): SendingChannel<SmsNudge> {
  return {
    name: 'sms',
    topic: topics.sendsSms,
    async checkGates(sql, snapshots, now) {
      const factsOf = await loadSmsFacts(sql, snapshots, settings);
      return (snapshot) => decideSms(snapshot, factsOf(snapshot), now, settings);
    },
    compose: (snapshot) => composeSms(snapshot, settings),
    composeAutoReply: (autoReply) => composeSmsAutoReply(autoReply, settings),
    silenced: (sql, autoReplies) => silencedSince(sql, 'sms', autoReplies, settings.hashNumber),
  };
}
