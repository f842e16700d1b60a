import { isIP, type TcpNetConnectOpts } from 'node:net';
import { connect, type SecureContext, type TLSSocket } from 'node:tls';
import type { CallFailure } from '../../streams/webhook-dispatcher/classify';
import { hostOf, portOf } from './endpoint-address';
import type { TimeLimits } from './time-limits';
import type { TlsSessions } from './tls-sessions';

/** The authorities to trust, and the TLS sessions that were established under them. */
export interface Trust {
  readonly secureContext: SecureContext;
  readonly sessions: TlsSessions;
}

export interface ConnectionTarget {
  readonly url: URL;
  /** Addresses that were checked. The connection goes to one of these and nowhere else. */
  readonly addresses: readonly string[];
  readonly trust: Trust;
}

/**
 * Opens a TLS connection to one of the addresses, with the URL's host in SNI and in the check of the certificate.
 * Rejects when the time is up.
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
      // SNI allows neither an IP address nor the final dot of a name.
      servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      secureContext: trust.secureContext,
      ...(session === undefined ? {} : { session }),
      ALPNProtocols: ['http/1.1'],
      // The default, but NODE_TLS_REJECT_UNAUTHORIZED can change that.
      rejectUnauthorized: true,
    });
    limits.onOver((reason) => {
      socket.destroy();
      reject(reason);
    });
    trust.sessions.learnFrom(socket, url.origin);
    socket.once('secureConnect', () => resolve(socket));
    socket.once('close', () => resolve('connection_closed'));
    // This listener stays, because an error may also come before a request uses the connection.
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(failureOf(error, socket)));
  });
}

function routeTo(url: URL, addresses: readonly string[]): TcpNetConnectOpts {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return {
    host: hostOf(url),
    port: portOf(url),
    // Resolving the name again here could return an address that nobody checked.
    lookup: (_hostname, _options, callback) => callback(null, answers),
    autoSelectFamily: true,
    // A round trip to the other side of the world may take longer than the default of 250 ms.
    autoSelectFamilyAttemptTimeout: 1_000,
  };
}

function failureOf({ code = '' }: NodeJS.ErrnoException, { authorizationError }: TLSSocket): CallFailure {
  // Node sets this before it reports an error of the certificate. Otherwise it is null, although its type says not.
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
