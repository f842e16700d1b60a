import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CallbackReceiver } from './callback-receiver';
import { request, type FetchedReply } from './merchant';
import { startBeside } from './product';
import type { ServiceProcess } from './service-process';

export const CREDENTIALS = {
  SMTP_URL: 'smtp://mailer:a-password-with-%25@127.0.0.1:1',
  TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
  TWILIO_AUTH_TOKEN: 'twilio-token-for-tests',
  META_PHONE_NUMBER_ID: '106540352242922',
  META_ACCESS_TOKEN: 'meta-token-for-tests',
  META_APP_SECRET: 'meta-secret-for-tests',
  POSTMARK_WEBHOOK_CREDENTIALS: 'postmark:password-for-tests',
  SMS_SENDER: '+447700900123',
};

/** A simulator of its own for a file of tests, and the receiver of what it reports. */
export interface Simulator {
  readonly process: ServiceProcess;
  readonly url: string;
  readonly smtpPort: number;
  readonly caFile: string;
  readonly callbacks: CallbackReceiver;
  /** A call of the `/sim` API. */
  ask(method: string, path: string, body?: unknown): Promise<FetchedReply>;
  /** The items of a list. */
  items(path: string): Promise<Record<string, unknown>[]>;
  behave(channel: string, address: string, outcome: string): Promise<void>;
  close(): Promise<void>;
}

export async function openSimulator(settings: Readonly<Record<string, string>> = {}): Promise<Simulator> {
  const callbacks = await CallbackReceiver.open();
  const home = mkdtempSync(join(tmpdir(), 'simulator-'));
  const caFile = join(home, 'kept', 'ca.pem');
  const env = {
    ...CREDENTIALS,
    ...PORTS,
    CALLBACKS_URL: callbacks.url,
    SIMULATOR_CA_FILE: caFile,
    ...settings,
  };
  const process = startBeside(env, 'simulator');
  const url = await process.ready();
  const { smtp_port } = await process.logged('providers and sinks are open');
  const ask: Simulator['ask'] = (method, path, body) =>
    request(url + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });

  return {
    process,
    url,
    smtpPort: smtp_port as number,
    caFile: settings['SIMULATOR_CA_FILE'] ?? caFile,
    callbacks,
    ask,
    async items(path) {
      const { status, text, body } = await ask('GET', path);
      expect([status, text]).toEqual([200, text]);
      return body['items'] as Record<string, unknown>[];
    },
    async behave(channel, address, outcome) {
      const reply = await ask('PUT', '/sim/behaviour', { channel, address, outcome });
      expect([reply.status, reply.text]).toEqual([200, reply.text]);
    },
    async close() {
      await process.kill();
      await callbacks.goAway();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const PORTS = {
  SIMULATOR_PORT: '0',
  SIMULATOR_SMTP_PORT: '0',
  SIMULATOR_SINK_PORT: '0',
  SIMULATOR_HANG_MS: '300',
};
