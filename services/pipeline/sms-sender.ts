import { smsChannel } from '../../streams/channels/sms/sender/sending-channel';
import { chooseProvider } from '../providers/choice';
import { requireSettings } from '../shared/config/config';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { nudgeLinks } from './nudge-links';
import type { PipelineContext, Processor } from './processor';
import { startSender, submissionContext } from './sender';

/** Starts the sender of texts with the chosen SMS provider. */
export async function startSmsSender(context: PipelineContext): Promise<Processor> {
  const { config } = context;
  const { plugin, settings: access, problems } = chooseProvider('pipeline', 'sms');
  const settings = requireSettings(
    'pipeline',
    config,
    ['smsSender', 'callbacksUrl', 'linkSecret', 'inboxUrl'],
    problems,
  );
  const hash = createKeyedHash(config.hashSecret);
  return startSender(context, {
    channel: smsChannel({
      links: nudgeLinks(settings),
      smsSender: settings.smsSender,
      warmUp: { perDay: config.smsWarmUpPerDay, days: config.smsWarmUpDays },
      hashNumber: (phone) => hash('number', phone),
    }),
    provider: await plugin.openSubmission(access, submissionContext(config, settings.callbacksUrl)),
    perSecond: config.smsPerSecond,
  });
}
