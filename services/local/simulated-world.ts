import { join } from 'node:path';
import type { Ports } from './ports';
import type { Secrets } from './secrets';
import { serviceUrl } from './services';

/** What makes the services take the simulator for the world; a real provider is set over it by its own variables. */
export function simulatedWorld(home: string, ports: Ports, secrets: Secrets): Record<string, string> {
  const {
    OPERATOR_TOKEN: _token,
    HASH_SECRET: _secret,
    LINK_SECRET: _link,
    WEBHOOK_SECRETS_KEY: _key,
    SMTP_PASSWORD: password,
    ...credentials
  } = secrets;
  const simulator = serviceUrl(ports, 'SIMULATOR_PORT');
  return {
    ...credentials,
    SMTP_URL: `smtp://nudgeline:${password}@127.0.0.1:${ports.SIMULATOR_SMTP_PORT}?requireTLS=false`,
    TWILIO_BASE_URL: simulator,
    META_BASE_URL: simulator,
    META_API_VERSION: 'v23.0',
    META_PHONE_NUMBER_ID: '106540352242922',
    // Of a range that is never given to anybody.
    SMS_SENDER: '+447700900123',
    SENDING_DOMAIN: 'updates.nudgeline.example',
    CALLBACKS_URL: serviceUrl(ports, 'CALLBACKS_PORT'),
    INBOX_URL: serviceUrl(ports, 'INBOX_PORT'),
    INGRESS_URL: serviceUrl(ports, 'INGRESS_PORT'),
    DEMO_FILE: join(home, 'demo.json'),
    SIMULATOR_CA_FILE: join(home, 'simulator-ca.pem'),
    // The sinks, which are on this machine and vouch for themselves.
    WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${ports.SIMULATOR_SINK_PORT}`,
    WEBHOOK_CA_FILE: join(home, 'simulator-ca.pem'),
  };
}
