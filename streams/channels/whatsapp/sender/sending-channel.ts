import { topics } from '../../../../schemas/topics';
import type { SendingChannel } from '../../../sender/channel';
import { silencedSince } from '../../../sender/auto-replies';
import type { WhatsappNudge } from '../../../sender/provider';
import { composeWhatsapp, composeWhatsappAnswer, decideWhatsapp, type WhatsappHouse } from './decide';
import { loadWhatsappFacts, type WhatsappFactsHouse } from './store';

/** Reads the WhatsApp messages to go out; writes their attempts and reports what became of them as commands. */
export function whatsappChannel(settings: WhatsappHouse & WhatsappFactsHouse): SendingChannel<WhatsappNudge> {
  return {
    name: 'whatsapp',
    topic: topics.sendsWhatsapp,
    async checkGates(sql, snapshots, now) {
      const factsOf = await loadWhatsappFacts(sql, snapshots, now, settings);
      return (snapshot) => decideWhatsapp(snapshot, factsOf(snapshot), now, settings);
    },
    compose: (snapshot) => composeWhatsapp(snapshot, settings),
    answer: composeWhatsappAnswer,
    silenced: (sql, autoReplies) => silencedSince(sql, 'whatsapp', autoReplies, settings.hashNumber),
  };
}
