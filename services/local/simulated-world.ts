import { join } from 'node:path';
import { allProviderVariables } from '../providers/registry';
import type { Ports } from './ports';
import type { Secrets } from './secrets';
import { serviceUrl } from './services';

/** The variables that connect the services to the simulator. The variables of a real provider override them. */
export function simulatedWorld(home: string, ports: Ports, secrets: Secrets): Record<string, string> {
  return {
    ...simulatedProviders(ports, secrets),
    // From a range that is never assigned.
    SMS_SENDER: '+447700900123',
    SENDING_DOMAIN: 'updates.nudgeline.example',
    CALLBACKS_URL: serviceUrl(ports, 'CALLBACKS_PORT'),
    INBOX_URL: serviceUrl(ports, 'INBOX_PORT'),
    INGRESS_URL: serviceUrl(ports, 'INGRESS_PORT'),
    DEMO_FILE: join(home, 'demo.json'),
    SIMULATOR_CA_FILE: join(home, 'simulator-ca.pem'),
    // The simulator's webhook sinks run on this machine, with a certificate of the simulator's own authority.
    WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${ports.SIMULATOR_SINK_PORT}`,
    WEBHOOK_CA_FILE: join(home, 'simulator-ca.pem'),
  };
}

/** Sets the variables of every provider, so that setting `SMS_PROVIDER` is enough to try another one. */
function simulatedProviders(ports: Ports, secrets: Secrets): Record<string, string> {
  const place = { url: serviceUrl(ports, 'SIMULATOR_PORT'), ports };
  const values = allProviderVariables().flatMap(({ name, simulated }) => {
    if (simulated === undefined) return [];
    const made = secrets.providers[name] ?? '';
    return [[name, simulated.value?.(place, made) ?? made] as const];
  });
  return Object.fromEntries(values);
}
