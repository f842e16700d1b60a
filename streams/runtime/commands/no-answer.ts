/** The command was not written to the log, or not answered in time. */
export class NoAnswer extends Error {
  constructor(options?: ErrorOptions) {
    super('the command was not answered', options);
  }
}
