/**
 * The command was not written to the log, or not answered in time. The caller gets a 503, and a retry with the same
 * Idempotency-Key finds the outcome.
 */
export class NoAnswer extends Error {
  constructor(options?: ErrorOptions) {
    super('the command was not answered', options);
  }
}
