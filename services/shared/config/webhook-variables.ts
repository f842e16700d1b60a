import { variable } from './variable';
import { parseSecretKey } from '../secret-box';

/** What deliveries to merchants' endpoints need. */
export const webhookVariables = {
  webhookSecretsKey: variable({
    name: 'WEBHOOK_SECRETS_KEY',
    doc: 'Key that encrypts the signing secrets of webhook endpoints at rest. All instances need the same; without it no stored secret can be read',
    expected: '32 bytes in base64, as `openssl rand -base64 32` prints them',
    secret: true,
    parse: parseSecretKey,
    services: ['ingress'],
    optionalFor: ['pipeline'],
  }),
  webhookAllowedHosts: variable({
    name: 'WEBHOOK_ALLOWED_HOSTS',
    doc: 'Webhook endpoints that may have any address, even on this machine. For local use; refused in production',
    expected: '`host:port`, several with commas between them',
    default: '',
    parse: parseHosts,
    services: ['ingress', 'pipeline'],
  }),
  webhookCaFile: variable({
    name: 'WEBHOOK_CA_FILE',
    doc: 'File with a certificate that is trusted for webhook endpoints beside the public authorities. For local use',
    expected: 'a path, which may not exist yet',
    parse: (text) => text,
    services: [],
    optionalFor: ['ingress', 'pipeline'],
  }),
};

function parseHosts(text: string): readonly string[] | undefined {
  const hosts = text === '' ? [] : text.split(',').map((host) => host.trim());
  return hosts.every((host) => /^[^\s/@]+:\d+$/.test(host)) ? hosts : undefined;
}
