/**
 * What a failure says about the command at hand.
 *
 * - `outage`: nothing. The database or the broker is away or refuses every such statement; the same command will do later.
 * - `unstorable`: Postgres refused a text of it. Trying again will not help; the caller can mend it.
 * - `defect`: deciding or storing it failed for a reason of its own. Trying again will not help.
 */
export type Failure = 'outage' | 'unstorable' | 'defect';

/** A record of another release cannot be read just now: that says nothing about the record. */
export class RegistryAway extends Error {
  constructor(cause: unknown) {
    super('the schema registry is away', { cause });
  }
}

/** No statement was ever sent, whatever the reason: a certificate that has expired, say, or no socket left. */
export class NoConnection extends Error {
  constructor(cause: unknown) {
    super('there is no connection to the database', { cause });
  }
}

/** Rethrows while the registry is away: a record is passed over only if it is known that it cannot be read. */
export function unlessAway(error: unknown): undefined {
  if (error instanceof RegistryAway) throw error;
}

export function classifyFailure(error: unknown): Failure {
  const setback = setbackOf(error);
  return setback === 'away' || setback === 'refused' || setback === 'cut_off' ? 'outage' : setback;
}

/**
 * The same, with the outages told apart:
 *
 * - `away`: the database or the broker is away. Whether a COMMIT under way happened is open.
 * - `refused`: the database is there and refuses the statement, whatever the command: a lost grant, a missing table.
 * - `cut_off`: the database took too long. The command may be why, so it has to show by itself that it is not.
 */
export type Setback = 'away' | 'refused' | 'cut_off' | Exclude<Failure, 'outage'>;

export function setbackOf(error: unknown): Setback {
  if (isSilence(error)) return 'cut_off';
  // First, for EPIPE has the look of a SQLSTATE.
  if (isConnectionFailure(error)) return 'away';
  const code = sqlState(error);
  if (code === undefined) return 'defect';
  if (UNSTORABLE_STATES.has(code)) return 'unstorable';
  if (CUT_OFF_STATES.has(code)) return 'cut_off';
  if (AWAY_STATES.has(code) || AWAY_CLASSES.has(code.slice(0, 2))) return 'away';
  return REFUSING_CLASSES.has(code.slice(0, 2)) ? 'refused' : 'defect';
}

/**
 * What is cut off alone so often, while the database answers others, is put aside: once may be chance, and each time costs
 * the statement time-out.
 */
export const LONE_CUT_OFFS = 3;

/** A statement without an answer: the only cut-off after which it is open whether a COMMIT happened. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && sqlState(error) === undefined && /query read timeout/i.test(error.message);
}

/** Another connection may do: what this one has prepared is gone, or belongs to a table that has changed since. */
export function isOfPreparedStatement(error: unknown): boolean {
  return ['26000', '0A000'].includes(sqlState(error) ?? '');
}

/**
 * Connection, log-in, no such database, resources, operator intervention, the server's own disk, rollback for serialisation
 * or deadlock.
 */
const AWAY_CLASSES = new Set(['08', '28', '3D', '53', '57', '58', '40']);
/** A server that turned read-only. */
const AWAY_STATES = new Set(['25006']);
/** A statement, an idle transaction or a whole one that took too long, a lock that was not had in time. */
const CUT_OFF_STATES = new Set(['57014', '25P03', '25P04', '55P03']);
/** A right or a table that is missing, no such schema, a prepared statement that is void, an internal error. */
const REFUSING_CLASSES = new Set(['42', '3F', '0A', '26', 'XX']);
/** A byte sequence or an escape that no UTF-8 text can hold, such as NUL. */
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

/** pg reports a broken connection as a plain Error without a code, and so does kafkajs where it forgot to name it. */
function isBrokenConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && CONNECTION_ERRORS.has(code)) return true;
  if (!(error instanceof Error) || sqlState(error) !== undefined) return false;
  return BROKEN_CONNECTION.test(error.message);
}

const BROKEN_CONNECTION =
  /connection (terminated|timeout|error)|timeout exceeded|not queryable|broker not connected/i;

/**
 * The broker says no, and will until somebody changes the settings. Whatever else kafkajs calls final passes: it gives up
 * where it finds no coordinator, and stumbles over its own notes (a TypeError) when a broker is lost amid them.
 */
export function isRefusedByBroker(error: unknown): boolean {
  const { cause, name, type } = (error ?? {}) as { cause?: unknown; name?: unknown; type?: unknown };
  // kafkajs wraps what it will not try again.
  if (cause !== undefined) return isRefusedByBroker(cause);
  return REFUSING_ERRORS.has(String(name)) || REFUSAL.test(String(type));
}

const REFUSING_ERRORS = new Set(['KafkaJSSASLAuthenticationError', 'KafkaJSServerDoesNotSupportApiKey']);
const REFUSAL = /AUTHORIZATION_FAILED$|SASL|^UNSUPPORTED_|^INVALID_(GROUP_ID|SESSION_TIMEOUT|TOPIC)/;

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
