import { emailChannel } from '../../streams/channels/email/sender/sending-channel';
import { chooseProvider } from '../providers/choice';
import { requireSettings } from '../shared/config/config';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { nudgeLinks } from './nudge-links';
import type { PipelineContext, Processor } from './processor';
import { startSender, submissionContext } from './sender';

/** Starts the sender of emails with the chosen email provider. */
export async function startEmailSender(context: PipelineContext): Promise<Processor> {
  const { config } = context;
  const { plugin, settings: access, problems } = chooseProvider('pipeline', 'email');
  const settings = requireSettings('pipeline', config, ['sendingDomain', 'linkSecret', 'inboxUrl'], problems);
  const hash = createKeyedHash(config.hashSecret);
  return startSender(context, {
    channel: emailChannel({
      links: nudgeLinks(settings),
      sendingDomain: settings.sendingDomain,
      hashAddress: (email) => hash('address', email),
    }),
    provider: await plugin.openSubmission(access, submissionContext(config, config.callbacksUrl)),
    perSecond: config.emailsPerSecond,
  });
}
