import { topics } from '../../../../schemas/topics';
import type { SendingChannel } from '../../../sender/channel';
import { silencedSince } from '../../../sender/auto-replies';
import type { WhatsappNudge } from '../../../sender/provider';
import { composeWhatsapp, composeWhatsappAnswer, decideWhatsapp, type WhatsappHouse } from './decide';
import { loadWhatsappFacts, type WhatsappFactsHouse } from './store';

/** Reads the WhatsApp messages to go out; writes their attempts and reports what became of them as commands. */
export function whatsappChannel(house: WhatsappHouse & WhatsappFactsHouse): SendingChannel<WhatsappNudge> {
  return {
    name: 'whatsapp',
    topic: topics.sendsWhatsapp,
    async judge(sql, scenes, now) {
      const factsOf = await loadWhatsappFacts(sql, scenes, now, house);
      return (scene) => decideWhatsapp(scene, factsOf(scene), now, house);
    },
    compose: (scene) => composeWhatsapp(scene, house),
    answer: composeWhatsappAnswer,
    silenced: (sql, notices) => silencedSince(sql, 'whatsapp', notices, house.hashNumber),
  };
}
