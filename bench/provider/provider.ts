import { setTimeout as delay } from 'node:timers/promises';
import type { PostmarkOptions } from '../../services/providers/smtp/stand-in/postmark-reports';
import type { TwilioAccount } from '../../services/providers/twilio/stand-in/reports';
import type { MetaNumber } from '../../services/providers/meta/stand-in/reports';
import { HelperProcess } from '../measure/helper-process';
import type { Channel, Submissions } from './submissions';

/** The credentials with which providers sign their reports. */
export interface ProviderAccounts {
  readonly postmark: PostmarkOptions;
  readonly twilio: TwilioAccount;
  readonly meta: MetaNumber;
}

export type ProviderOrder =
  | { readonly what: 'open'; readonly accounts: ProviderAccounts }
  | { readonly what: 'count' | 'take' | 'hold' | 'release' };

export type ProviderAnswer =
  | { readonly what: 'open'; readonly smtpPort: number; readonly httpPort: number }
  | { readonly what: 'counted'; readonly counts: Readonly<Record<Channel, number>> }
  | { readonly what: 'taken'; readonly submissions: Submissions }
  | { readonly what: 'done' };

const ANSWER_MS = 10_000;
const POLL_MS = 50;

/** Controls the stand-in for the providers of all three channels from the benchmark. */
export class Provider {
  private constructor(
    private readonly helper: HelperProcess,
    readonly smtpUrl: string,
    readonly httpUrl: string,
  ) {}

  static async start(accounts: ProviderAccounts): Promise<Provider> {
    const helper = HelperProcess.start(require.resolve('./provider-process'));
    const answer = await ask(helper, { what: 'open', accounts });
    if (answer.what !== 'open') throw new Error('the provider did not open');
    const [smtpUrl, httpUrl] = [`smtp://127.0.0.1:${answer.smtpPort}`, `http://127.0.0.1:${answer.httpPort}`];
    return new Provider(helper, smtpUrl, httpUrl);
  }

  get pid(): number {
    return this.helper.pid;
  }

  /** Holds back all responses, so that senders do not submit more while others are still starting. */
  async hold(): Promise<void> {
    await ask(this.helper, { what: 'hold' });
  }

  async release(): Promise<void> {
    await ask(this.helper, { what: 'release' });
  }

  /** Returns the submissions since the last call. */
  async take(): Promise<Submissions> {
    const answer = await ask(this.helper, { what: 'take' });
    return answer.what === 'taken' ? answer.submissions : { email: [], sms: [], whatsapp: [] };
  }

  /** Resolves to true once this many have arrived on the channel since `take`, or to false after the timeout. */
  async hasReceived(channel: Channel, count: number, withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs;
    while (performance.now() < deadline) {
      const answer = await ask(this.helper, { what: 'count' });
      if (answer.what === 'counted' && answer.counts[channel] >= count) return true;
      await delay(POLL_MS);
    }
    return false;
  }

  stop(): Promise<void> {
    return this.helper.stop();
  }
}

async function ask(helper: HelperProcess, order: ProviderOrder): Promise<ProviderAnswer> {
  helper.send(order);
  return helper.receive<ProviderAnswer>(ANSWER_MS);
}
