import { topics } from '../../../../schemas/topics';
import type { SendingChannel } from '../../../sender/channel';
import { silencedSince } from '../../../sender/auto-replies';
import type { HashNumber } from '../../../sender/numbers';
import type { SmsNudge } from '../../../sender/provider';
import { composeSms, composeSmsAnswer, decideSms, type SmsHouse } from './decide';
import { loadSmsFacts } from './store';

/** Reads the texts to go out; writes their attempts and reports what became of them as commands. */
export function smsChannel(house: SmsHouse & { readonly hashNumber: HashNumber }): SendingChannel<SmsNudge> {
  return {
    name: 'sms',
    topic: topics.sendsSms,
    async judge(sql, scenes, now) {
      const factsOf = await loadSmsFacts(sql, scenes, house);
      return (scene) => decideSms(scene, factsOf(scene), now, house);
    },
    compose: (scene) => composeSms(scene, house),
    answer: (notice) => composeSmsAnswer(notice, house),
    silenced: (sql, notices) => silencedSince(sql, 'sms', notices, house.hashNumber),
  };
}
