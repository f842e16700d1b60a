import { freePorts } from '../../services/local/ports';
import { localSecrets } from '../../services/local/secrets';
import { simulatedWorld } from '../../services/local/simulated-world';
import { openPostgres, type PostgresDatabase } from '../../services/shared/postgres/postgres';
import type { Bench } from '../bench';
import type { Pusher } from '../businesses';
import { startPushing, type Pushing } from '../load/pushing';
import { Provider } from '../provider/provider';
import type { Channel } from '../provider/submissions';
import { serviceStarter, type PipelineProcessor, type ServiceStarter } from '../services';
import { SILENT } from '../silent-logger';

export const PARTITIONS = 6;
const SHOPS = 20;

/** Everything that a nudge passes through, except senders and timers, which each measurement starts and stops. */
export interface Delivery extends Omit<Pushing, 'pushers'> {
  readonly bench: Bench;
  readonly start: ServiceStarter;
  readonly provider: Provider;
  readonly database: PostgresDatabase;
  readonly shops: readonly Pusher[];
  /** The business whose deadlines are all due at once. */
  readonly stormy: Pusher;
  /** Ports for the senders of one channel, of which one or two run at a time. */
  readonly senderPorts: readonly [number, number];
}

export const SENDERS: Readonly<Record<Channel, PipelineProcessor>> = {
  email: 'email-sender',
  sms: 'sms-sender',
  whatsapp: 'whatsapp-sender',
};

export async function openDelivery(bench: Bench): Promise<Delivery> {
  const { home, ports, servers, progress } = bench;
  const world = simulatedWorld(home, ports, localSecrets(home));
  const provider = await Provider.start(accountsIn(world));
  const start = serviceStarter(bench, {
    ...world,
    ...NO_BRAKES,
    SMTP_URL: provider.smtpUrl,
    TWILIO_BASE_URL: provider.httpUrl,
    META_BASE_URL: provider.httpUrl,
  });
  const newBusiness = { settings: ALL_CHANNELS, credits: 1_000_000 };
  const pushing = await startPushing(bench, start, Array<typeof newBusiness>(SHOPS + 1).fill(newBusiness));
  const callbacks = await progress.step('callbacks', start.callbacks(), () => 'callbacks is ready');
  const [stormy, ...shops] = pushing.pushers;
  if (stormy === undefined) throw new Error('no business was made');
  const database = openPostgres({ url: servers.DATABASE_URL.url, applicationName: 'benchmark' }, SILENT);
  return {
    ...pushing,
    pids: { ...pushing.pids, callbacks: callbacks.pid, provider: provider.pid },
    bench,
    start,
    provider,
    database,
    shops,
    stormy,
    senderPorts: [ports.SENDERS_PORT, (await freePorts()).SENDERS_PORT],
    async stop() {
      await database.close();
      await pushing.stop();
      await callbacks.stop();
      await provider.stop();
    },
  };
}

const ALL_CHANNELS = { sms: { mode: 'on_request' }, whatsapp: { mode: 'on_request' } };

/**
 * Lifts the providers' rate limits, which are not measured. Development mode, because production refuses a movable
 * clock.
 */
const NO_BRAKES = {
  NODE_ENV: 'development',
  CLOCK: 'movable',
  TEMPLATE_REVIEW: 'approved',
  SMS_WARMUP_DAYS: '0',
  EMAILS_PER_SECOND: '100000',
  SMS_PER_SECOND: '100000',
  WHATSAPP_PER_SECOND: '100000',
};

function accountsIn(world: Readonly<Record<string, string>>): Parameters<typeof Provider.start>[0] {
  const of = (variable: string): string => world[variable] ?? '';
  const callbacksUrl = of('CALLBACKS_URL');
  return {
    postmark: { callbacksUrl, credentials: of('POSTMARK_WEBHOOK_CREDENTIALS') },
    twilio: { accountSid: of('TWILIO_ACCOUNT_SID'), authToken: of('TWILIO_AUTH_TOKEN') },
    meta: {
      callbacksUrl,
      appSecret: of('META_APP_SECRET'),
      phoneNumberId: of('META_PHONE_NUMBER_ID'),
      displayNumber: of('SMS_SENDER'),
    },
  };
}
