import { topics } from '../../../../schemas/topics';
import type { SendingChannel } from '../../../sender/channel';
import type { EmailNudge } from '../../../sender/provider';
import { composeEmail, composeForward, decideEmail, type EmailSettings } from './decide';
import { loadEmailFacts, type HashAddress } from './store';

/** The email channel of a sender: its topic, its gates and its nudges. */
export function emailChannel(
  settings: EmailSettings & { readonly hashAddress: HashAddress },
): SendingChannel<EmailNudge> {
  return {
    name: 'email',
    topic: topics.sendsEmail,
    async checkGates(sql, snapshots, now) {
      const factsOf = await loadEmailFacts(sql, snapshots, settings.hashAddress);
      return (snapshot) => decideEmail(snapshot, factsOf(snapshot), now);
    },
    compose: (snapshot, now) => composeEmail(snapshot, now, settings),
    composeAutoReply: (autoReply) => composeForward(autoReply, settings),
    silenced: () => Promise.resolve(new Set()),
  };
}
