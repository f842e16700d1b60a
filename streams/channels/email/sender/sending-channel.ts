import { topics } from '../../../../schemas/topics';
import type { SendingChannel } from '../../../sender/channel';
import type { EmailNudge } from '../../../sender/provider';
import { composeEmail, composeForward, decideEmail, type EmailHouse } from './decide';
import { loadEmailFacts, type HashAddress } from './store';

/** Reads the emails to go out; writes their attempts and reports what became of them as commands. */
export function emailChannel(
  settings: EmailHouse & { readonly hashAddress: HashAddress },
): SendingChannel<EmailNudge> {
  return {
    name: 'email',
    topic: topics.sendsEmail,
    async checkGates(sql, snapshots, now) {
      const factsOf = await loadEmailFacts(sql, snapshots, settings.hashAddress);
      return (snapshot) => decideEmail(snapshot, factsOf(snapshot), now);
    },
    compose: (snapshot, now) => composeEmail(snapshot, now, settings),
    answer: (autoReply) => composeForward(autoReply, settings),
    silenced: () => Promise.resolve(new Set()),
  };
}
