import { join } from 'node:path';
import { allProviderVariables } from '../providers/registry';
import type { Ports } from './ports';
import type { Secrets } from './secrets';
import { serviceUrl } from './services';

/** What makes the services take the simulator for the world; a real provider is set over it by its own variables. */
export function simulatedWorld(home: string, ports: Ports, secrets: Secrets): Record<string, string> {
  return {
    ...simulatedProviders(ports, secrets),
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

/** Variables of every provider, so that `SMS_PROVIDER` alone is enough to try another one. */
function simulatedProviders(ports: Ports, secrets: Secrets): Record<string, string> {
  const place = { url: serviceUrl(ports, 'SIMULATOR_PORT'), ports };
  const values = allProviderVariables().flatMap(({ name, simulated }) => {
    if (simulated === undefined) return [];
    const made = secrets.providers[name] ?? '';
    return [[name, simulated.value?.(place, made) ?? made] as const];
  });
  return Object.fromEntries(values);
}
