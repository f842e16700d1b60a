import { smsChannel } from '../../streams/sms-sender/topology';
import { createTwilioProvider } from '../providers/twilio/submit';
import { requireSettings } from '../shared/config/config';
import { createKeyedHash } from '../shared/requests/keyed-hash';
import { nudgeLinks } from './nudge-links';
import type { PipelineContext, Processor } from './processor';
import { startSender } from './sender';

export async function startSmsSender(context: PipelineContext): Promise<Processor> {
  const { config } = context;
  const settings = requireSettings('pipeline', config, [
    'twilioAccountSid',
    'twilioAuthToken',
    'smsSender',
    'callbacksUrl',
    'linkSecret',
    'inboxUrl',
  ]);
  const hash = createKeyedHash(config.hashSecret);
  return startSender(context, {
    channel: smsChannel({
      links: nudgeLinks(settings),
      smsSender: settings.smsSender,
      warmUp: { perDay: config.smsWarmUpPerDay, days: config.smsWarmUpDays },
      hashNumber: (phone) => hash('number', phone),
    }),
    provider: createTwilioProvider({
      baseUrl: config.twilioBaseUrl,
      accountSid: settings.twilioAccountSid,
      authToken: settings.twilioAuthToken,
      callbacksUrl: settings.callbacksUrl,
      connections: config.submissionsInFlight,
    }),
    perSecond: config.smsPerSecond,
  });
}
