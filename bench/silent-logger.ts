import type { Logger } from '../streams/runtime/logger';

/** For parts of the product that a benchmark uses by themselves: what goes wrong there shows in its figures. */
export const SILENT: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
