import { isIP, type TcpNetConnectOpts } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import type { CallFailure } from '../../streams/webhook-dispatcher/classify';
import { hostOf, portOf } from './endpoint-address';
import type { TimeLimits } from './time-limits';
import type { TlsSessions } from './tls-sessions';

/** Who is believed, and what those whom it made us believe gave us to come back with. */
export interface Trust {
  readonly secureContext: SecureContext;
  readonly sessions: TlsSessions;
}

export interface ConnectionTarget {
  readonly url: URL;
  /** Checked ones; the connection goes to one of these and nowhere else. */
  readonly addresses: readonly string[];
  readonly trust: Trust;
}

/**
 * A TLS connection to one of the addresses, with the name in SNI and in the check of the certificate. Rejects when the time
 * is up.
 */
export function openConnection(
  target: ConnectionTarget,
  limits: Pick<TimeLimits, 'onOver'>,
): Promise<TLSSocket | CallFailure> {
  const { url, addresses, trust } = target;
  const host = hostOf(url);
  const session = trust.sessions.of(url.origin);
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...routeTo(url, addresses),
      // SNI knows neither addresses nor the dot that may end a name.
      servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      secureContext: trust.secureContext,
      ...(session === undefined ? {} : { session }),
      ALPNProtocols: ['http/1.1'],
      // Said although it is the default, which an environment variable can turn off.
      rejectUnauthorized: true,
    });
    limits.onOver((reason) => {
      socket.destroy();
      reject(reason);
    });
    trust.sessions.learnFrom(socket, url.origin);
    socket.once('secureConnect', () => resolve(socket));
    socket.once('close', () => resolve('connection_closed'));
    // For good, for an error may also come before the request takes the connection over.
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(failureOf(error, socket)));
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
