import { whatsappChannel } from '../../streams/channels/whatsapp/sender/sending-channel';
import { chooseProvider } from '../providers/choice';
import { requireSettings } from '../shared/config/config';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { nudgeLinks } from './nudge-links';
import type { PipelineContext, Processor } from './processor';
import { startSender, submissionContext } from './sender';

/** Starts the sender of WhatsApp messages with the chosen provider. */
export async function startWhatsappSender(context: PipelineContext): Promise<Processor> {
  const { config } = context;
  const { plugin, settings: access, problems } = chooseProvider('pipeline', 'whatsapp');
  const settings = requireSettings('pipeline', config, ['linkSecret', 'inboxUrl'], problems);
  const hash = createKeyedHash(config.hashSecret);
  return startSender(context, {
    channel: whatsappChannel({
      links: nudgeLinks(settings),
      defaultReview: config.templateReview,
      hashNumber: (phone) => hash('number', phone),
    }),
    provider: await plugin.openSubmission(access, submissionContext(config, config.callbacksUrl)),
    perSecond: config.whatsappPerSecond,
  });
}
