import { topics } from '../../../../schemas/topics';
import type { SendingChannel } from '../../../sender/channel';
import type { EmailNudge } from '../../../sender/provider';
import { composeEmail, composeForward, decideEmail, type EmailHouse } from './decide';
import { loadEmailFacts, type HashAddress } from './store';

/** Reads the emails to go out; writes their attempts and reports what became of them as commands. */
export function emailChannel(
  house: EmailHouse & { readonly hashAddress: HashAddress },
): SendingChannel<EmailNudge> {
  return {
    name: 'email',
    topic: topics.sendsEmail,
    async judge(sql, scenes, now) {
      const factsOf = await loadEmailFacts(sql, scenes, house.hashAddress);
      return (scene) => decideEmail(scene, factsOf(scene), now);
    },
    compose: (scene, now) => composeEmail(scene, now, house),
    answer: (notice) => composeForward(notice, house),
    silenced: () => Promise.resolve(new Set()),
  };
}
