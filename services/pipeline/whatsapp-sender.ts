import { whatsappChannel } from '../../streams/whatsapp-sender/topology';
import { createMetaProvider } from '../providers/meta/submit';
import { requireSettings } from '../shared/config/config';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { nudgeLinks } from './nudge-links';
import type { PipelineContext, Processor } from './processor';
import { startSender } from './sender';

export async function startWhatsappSender(context: PipelineContext): Promise<Processor> {
  const { config } = context;
  const settings = requireSettings('pipeline', config, [
    'metaPhoneNumberId',
    'metaAccessToken',
    'linkSecret',
    'inboxUrl',
  ]);
  const hash = createKeyedHash(config.hashSecret);
  return startSender(context, {
    channel: whatsappChannel({
      links: nudgeLinks(settings),
      defaultReview: config.templateReview,
      hashNumber: (phone) => hash('number', phone),
    }),
    provider: createMetaProvider({
      baseUrl: config.metaBaseUrl,
      apiVersion: config.metaApiVersion,
      phoneNumberId: settings.metaPhoneNumberId,
      accessToken: settings.metaAccessToken,
      connections: config.submissionsInFlight,
    }),
    perSecond: config.whatsappPerSecond,
  });
}
