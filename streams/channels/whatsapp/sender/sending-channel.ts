import { topics } from '../../../../schemas/topics';
import type { SendingChannel } from '../../../sender/channel';
import { silencedSince } from '../../../sender/auto-replies';
import type { WhatsappNudge } from '../../../sender/provider';
import { composeWhatsapp, composeWhatsappAutoReply, decideWhatsapp, type WhatsappSettings } from './decide';
import { loadWhatsappFacts, type WhatsappFactsSettings } from './store';

/** The WhatsApp channel of a sender: its topic, its gates and its nudges. */
export function whatsappChannel(
  settings: WhatsappSettings & WhatsappFactsSettings,
): SendingChannel<WhatsappNudge> {
  return {
    name: 'whatsapp',
    topic: topics.sendsWhatsapp,
    async checkGates(sql, snapshots, now) {
      const factsOf = await loadWhatsappFacts(sql, snapshots, now, settings);
      return (snapshot) => decideWhatsapp(snapshot, factsOf(snapshot), now, settings);
    },
    compose: (snapshot) => composeWhatsapp(snapshot, settings),
    composeAutoReply: composeWhatsappAutoReply,
    silenced: (sql, autoReplies) => silencedSince(sql, 'whatsapp', autoReplies, settings.hashNumber),
  };
}
