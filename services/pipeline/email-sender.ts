import { emailChannel } from '../../streams/email-sender/topology';
import { createSmtpProvider } from '../providers/smtp/submit';
import { systemClock } from '../shared/clock';
import { requireSettings } from '../shared/config/config';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { nudgeLinks } from './nudge-links';
import type { PipelineContext, Processor } from './processor';
import { startSender } from './sender';

export async function startEmailSender(context: PipelineContext): Promise<Processor> {
  const { config } = context;
  const settings = requireSettings('pipeline', config, [
    'smtpUrl',
    'sendingDomain',
    'linkSecret',
    'inboxUrl',
  ]);
  const hash = createKeyedHash(config.hashSecret);
  return startSender(context, {
    channel: emailChannel({
      links: nudgeLinks(settings),
      sendingDomain: settings.sendingDomain,
      hashAddress: (email) => hash('address', email),
    }),
    provider: createSmtpProvider({
      url: settings.smtpUrl,
      dateMs: () => systemClock.now(),
      maxConnections: config.submissionsInFlight,
    }),
    perSecond: config.emailsPerSecond,
  });
}
