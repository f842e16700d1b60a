import { isIP, type TcpNetConnectOpts } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import type { CallFailure } from '../../streams/webhook-dispatcher/classify';
import { hostOf, portOf } from './endpoint-address';

export interface ConnectionTarget {
  readonly url: URL;
  /** Checked ones; the connection goes to one of these and nowhere else. */
  readonly addresses: readonly string[];
  readonly secureContext: SecureContext;
}

/**
 * A TLS connection to one of the addresses, with the name in SNI and in the check of the certificate. Rejects with the
 * signal's reason when that ends it.
 */
export function openConnection(
  target: ConnectionTarget,
  signal: AbortSignal,
): Promise<TLSSocket | CallFailure> {
  const { url, addresses, secureContext } = target;
  const host = hostOf(url);
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...routeTo(url, addresses),
      // SNI knows neither addresses nor the dot that may end a name.
      servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      secureContext,
      ALPNProtocols: ['http/1.1'],
      // Said although it is the default, which an environment variable can turn off.
      rejectUnauthorized: true,
    });
    const abandon = (): void => {
      socket.destroy();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', abandon, { once: true });
    const settle = (result: TLSSocket | CallFailure): void => {
      signal.removeEventListener('abort', abandon);
      resolve(result);
    };
    socket.once('secureConnect', () => settle(socket));
    socket.once('close', () => settle('connection_closed'));
    // For good, for an error may also come before the request takes the connection over.
    socket.on('error', (error: NodeJS.ErrnoException) => settle(failureOf(error, socket)));
  });
}

function routeTo(url: URL, addresses: readonly string[]): TcpNetConnectOpts {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return {
    host: hostOf(url),
    port: portOf(url),
    // The name was resolved before: to resolve it again here could give an address that nobody checked.
    lookup: (_hostname, _options, callback) => callback(null, answers),
    autoSelectFamily: true,
    // The default of 250 ms is less than a round trip to the other side of the world may take.
    autoSelectFamilyAttemptTimeout: 1_000,
  };
}

function failureOf({ code = '' }: NodeJS.ErrnoException, { authorizationError }: TLSSocket): CallFailure {
  // Set by Node before it reports an error of the certificate; null otherwise, whatever its type says.
  if ((authorizationError as unknown) !== null) return 'certificate_not_valid';
  return FAILURES.get(code) ?? 'tls_failed';
}

const FAILURES = new Map<string, CallFailure>([
  ['ECONNREFUSED', 'connection_refused'],
  ['ECONNRESET', 'connection_closed'],
  ['EPIPE', 'connection_closed'],
  ['EHOSTUNREACH', 'host_unreachable'],
  ['ENETUNREACH', 'host_unreachable'],
  ['ENETDOWN', 'host_unreachable'],
  ['EADDRNOTAVAIL', 'host_unreachable'],
  ['ETIMEDOUT', 'connect_timeout'],
]);
