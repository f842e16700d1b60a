import type { SettingsOf } from '../../../shared/config/config';
import type { StandIn, StandInWorld } from '../../stand-in';
import type { smtpVariables } from '../variables';
import { createMailProvider } from './mail-provider';
import { openSmtpServer } from './smtp-server';

type MailSettings = SettingsOf<typeof smtpVariables, 'simulator'>;

/** Opens a mail server on a separate port, which reports as Postmark does. */
export async function openMailStandIn(
  { url, postmarkCredentials, standInPort }: MailSettings,
  world: StandInWorld<'email'>,
): Promise<StandIn<'email'>> {
  const server = await openSmtpServer({
    listen: { address: world.settings.bindAddress, port: standInPort, variable: 'SIMULATOR_SMTP_PORT' },
    url,
    provider: createMailProvider(postmarkCredentials, world),
    hang: () => world.hang(),
  });
  return { routes: [], ports: { smtp_port: server.port }, close: () => server.close() };
}
