import { sqlState } from './failures';

/**
 * The stack frames of an error without its message, because a message may quote a person's text. The stack begins with
 * the message, and lines of the message can look like frames.
 */
export function framesOf({ stack = '', message }: Error): string[] {
  const messageAt = stack.indexOf(message);
  const trace = messageAt === -1 ? stack : stack.slice(messageAt + message.length);
  return trace.split('\n').filter((line) => line.startsWith('    at '));
}

/** Says enough to distinguish defects, in words that are the same on every machine. */
export function originOf(error: unknown): string {
  if (!(error instanceof Error)) return 'not an Error';
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const state = sqlState(error);
  if (state !== undefined) {
    return typeof constraint === 'string'
      ? `SQLSTATE ${state}, constraint ${constraint}`
      : `SQLSTATE ${state}`;
  }
  const place = framesOf(error)[0]?.trim().replaceAll(MACHINE_PATH, '');
  return [error.name, code, place].filter((part) => typeof part === 'string').join(' ');
}

/** The path before the folders that every installation has. */
const MACHINE_PATH = /(?:file:\/\/)?\/[^()]*\/(?=(?:node_modules|schemas|streams|services)\/)/g;
