import { pino, type DestinationStream, type Logger } from 'pino';
import { framesOf } from '../../streams/runtime/failures/error-origin';
import { sqlState } from '../../streams/runtime/failures/failures';
import type { ServiceName } from './config/config';

/** The logger of a service. Its lines name no person and no secret. */
export type ServiceLogger = Logger;

/**
 * Writes JSON lines to standard output. A line carries ids (`request_id`, `business_id`, and `correlation_id` for the
 * command), never people: fields are censored by name at any depth, texts by their form. pino's own redaction needs the
 * full path of each field, and the path that nobody thought of is the one that leaks.
 */
export function createLogger(
  service: ServiceName,
  level: string,
  destination: DestinationStream = pino.destination({ sync: true }),
): ServiceLogger {
  return pino(
    {
      level,
      base: { service, pid: process.pid },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => censorFields(fields, 0) as Record<string, unknown>,
      },
      hooks: { streamWrite: censorText },
    },
    destination,
  );
}

const CENSORED = '[censored]';
const MAX_DEPTH = 5;

/** Parts of field names whose values are personal or secret, in any spelling of the whole name. */
const PRIVATE_NAME =
  /^(.*_)?(authorization|cookie|password|secret|token|api_?key|idempotency_key|email|phone|address|recipient|subject|body|text|input|payload|html|link)$/;

/** The form of API keys, signing secrets, email addresses and phone numbers within a text. */
const PRIVATE_TEXT =
  /osk_[A-Za-z0-9]{8,}|whsec_[\w-]{8,}|Bearer\s+[^\s"\\]+|[\w.+%-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w.])\+\d{7,15}\b|(?<=:\/\/)[^\s/@"\\]+@/g;

function censorText(line: string): string {
  return line.replace(PRIVATE_TEXT, CENSORED);
}

function censorFields(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value);
  if (depth === MAX_DEPTH || Buffer.isBuffer(value)) return CENSORED;
  if (Array.isArray(value)) return value.map((item) => censorFields(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      PRIVATE_NAME.test(snakeCase(name)) ? CENSORED : censorFields(field, depth + 1),
    ]),
  );
}

/**
 * PostgreSQL quotes people's texts in its messages, so an error with an SQLSTATE is logged by that alone. Parsers and
 * encoders quote texts between quotation marks, so their messages are logged without the quoted parts.
 */
function describeError(error: Error): object {
  const { code } = error as { code?: unknown };
  const fromDatabase = sqlState(error) !== undefined;
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    ...(fromDatabase ? {} : { message: error.message.replace(QUOTED_TEXT, CENSORED) }),
    stack: framesOf(error).join('\n'),
  };
}

/** From the first mark to the last, because a quoted text may hold marks itself. An apostrophe opens nothing. */
const QUOTED_TEXT = /(?<!\w)["'`](?:.*["'`]|.*)/s;

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toLowerCase();
}
