import { pino, type DestinationStream, type Logger } from 'pino';
import { framesOf } from '../../streams/runtime/failures/error-origin';
import { sqlState } from '../../streams/runtime/failures/failures';
import type { ServiceName } from './config/config';

export type ServiceLogger = Logger;

/**
 * JSON lines on standard output. A line carries ids (`request_id`, `business_id`, `correlation_id` for the command),
 * never people: fields are censored by name at any depth, texts by what they look like. pino's own redaction wants the
 * full path of each field, and the path nobody thought of is the one that leaks.
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

/** Parts of field names whose values are a person's or a secret, in any spelling of the whole name. */
const PRIVATE_NAME =
  /^(.*_)?(authorization|cookie|password|secret|token|api_?key|idempotency_key|email|phone|address|recipient|subject|body|text|input|payload|html|link)$/;

/** What an API key, a signing secret, a mail address and a phone number look like inside a text. */
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
 * Postgres quotes people's texts in its messages, so an error that carries an SQLSTATE is told by that alone. Parsers and
 * encoders quote them as well, between quotation marks: their messages keep what stands around those.
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

/** From the first mark to the last, for what is quoted may hold marks itself; an apostrophe opens nothing. */
const QUOTED_TEXT = /(?<!\w)["'`](?:.*["'`]|.*)/s;

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toLowerCase();
}
