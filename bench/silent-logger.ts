import type { Logger } from '../streams/runtime/logger';

/** A logger for parts of the product that a benchmark runs itself: their errors show in its figures. */
export const SILENT: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
