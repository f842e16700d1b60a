/**
 * What a failure says about the command (HAZ-23).
 *
 * - `outage`: nothing. The database or the broker is unavailable or refuses every such statement; a retry will succeed.
 * - `unstorable`: Postgres refused a text of the command. A retry cannot help, but the caller can change the text.
 * - `defect`: deciding or storing the command fails in the same way each time. A retry cannot help.
 */
export type Failure = 'outage' | 'unstorable' | 'defect';

/** A record of another release cannot be decoded just now. That says nothing about the record. */
export class RegistryAway extends Error {
  constructor(cause: unknown) {
    super('the schema registry is unavailable', { cause });
  }
}

/** No connection could be opened, so no statement was sent: an expired certificate, for example, or no free socket. */
export class NoConnection extends Error {
  constructor(cause: unknown) {
    super('no connection to the database could be opened', { cause });
  }
}

/** Rethrows while the registry is unavailable. A record is skipped only if it certainly cannot be decoded. */
export function unlessAway(error: unknown): undefined {
  if (error instanceof RegistryAway) throw error;
}

export function classifyFailure(error: unknown): Failure {
  const setback = setbackOf(error);
  return setback === 'away' || setback === 'refused' || setback === 'cut_off' ? 'outage' : setback;
}

/**
 * A failure, with three kinds of outages:
 *
 * - `away`: the database or the broker is unavailable. A COMMIT under way may or may not have happened.
 * - `refused`: the database answers, but refuses the statement for any command: a lost grant, a missing table.
 * - `cut_off`: the database took too long. The command may be the reason, so it is tried alone.
 */
export type Setback = 'away' | 'refused' | 'cut_off' | Exclude<Failure, 'outage'>;

export function setbackOf(error: unknown): Setback {
  if (isSilence(error)) return 'cut_off';
  // This comes before SQLSTATEs, because EPIPE looks like one.
  if (isConnectionFailure(error)) return 'away';
  const code = sqlState(error);
  if (code === undefined) return 'defect';
  if (UNSTORABLE_STATES.has(code)) return 'unstorable';
  if (CUT_OFF_STATES.has(code)) return 'cut_off';
  if (AWAY_STATES.has(code) || AWAY_CLASSES.has(code.slice(0, 2))) return 'away';
  return REFUSING_CLASSES.has(code.slice(0, 2)) ? 'refused' : 'defect';
}

/**
 * Work that times out alone this often, while the database answers other queries, is given up. Once may be chance, and
 * each try costs the statement time-out.
 */
export const LONE_CUT_OFFS = 3;

/** A statement without an answer: the only kind of `cut_off` after which a COMMIT may have happened. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && sqlState(error) === undefined && /query read timeout/i.test(error.message);
}

/** Another connection may succeed: a prepared statement of this one is gone, or its table has changed since. */
export function isOfPreparedStatement(error: unknown): boolean {
  return ['26000', '0A000'].includes(sqlState(error) ?? '');
}

/**
 * Connection, log-in, missing database, resources, operator intervention, the server's disk, and rollbacks because of
 * serialisation or a deadlock.
 */
const AWAY_CLASSES = new Set(['08', '28', '3D', '53', '57', '58', '40']);
/** The server became read-only. */
const AWAY_STATES = new Set(['25006']);
/** Time-outs of a statement, of an idle transaction, of a whole transaction and of a lock. */
const CUT_OFF_STATES = new Set(['57014', '25P03', '25P04', '55P03']);
/** A missing right or table, a missing schema, a void prepared statement, an internal error. */
const REFUSING_CLASSES = new Set(['42', '3F', '0A', '26', 'XX']);
/** Byte sequences and escapes that no UTF-8 text can contain, such as NUL. */
const UNSTORABLE_STATES = new Set(['22021', '22P05']);

const CONNECTION_ERRORS = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
]);

export function sqlState(error: unknown): string | undefined {
  const code = codeOf(error);
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

function isConnectionFailure(error: unknown): boolean {
  if (error instanceof RegistryAway || error instanceof NoConnection) return true;
  return isBrokenConnection(error) || (error instanceof Error && error.name.startsWith('KafkaJS'));
}

/** pg reports a broken connection as a plain Error without a code, and kafkajs sometimes does so too. */
function isBrokenConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && CONNECTION_ERRORS.has(code)) return true;
  if (!(error instanceof Error) || sqlState(error) !== undefined) return false;
  return BROKEN_CONNECTION.test(error.message);
}

const BROKEN_CONNECTION =
  /connection (terminated|timeout|error)|timeout exceeded|not queryable|broker not connected/i;

/**
 * True if the broker refuses the request until an operator changes settings. Other errors that kafkajs calls final
 * pass: it gives up if it finds no coordinator, and throws a TypeError if a broker is lost during a metadata update.
 */
export function isRefusedByBroker(error: unknown): boolean {
  const { cause, name, type } = (error ?? {}) as { cause?: unknown; name?: unknown; type?: unknown };
  // kafkajs wraps errors that it does not retry.
  if (cause !== undefined) return isRefusedByBroker(cause);
  return REFUSING_ERRORS.has(String(name)) || REFUSAL.test(String(type));
}

const REFUSING_ERRORS = new Set(['KafkaJSSASLAuthenticationError', 'KafkaJSServerDoesNotSupportApiKey']);
const REFUSAL = /AUTHORIZATION_FAILED$|SASL|^UNSUPPORTED_|^INVALID_(GROUP_ID|SESSION_TIMEOUT|TOPIC)/;

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
