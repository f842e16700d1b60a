/** What a micro-batch does at once. */
export interface BatchLimits {
  /** So many rows are worth a statement of their own: Postgres writes them while the commands behind them are decided. */
  readonly rowsStoredAhead: number;
  /** A message with no more sends than this has all of them loaded; of others only those that can still matter. */
  readonly sendsReadWhole: number;
  /** So many sends the erasures of a batch remove together: with their attempts and timers they take some 50 ms. */
  readonly sendsErased: number;
}

export const BATCH_LIMITS: BatchLimits = { rowsStoredAhead: 200, sendsReadWhole: 16, sendsErased: 500 };
