/** Limits on what one micro-batch does at once. */
export interface BatchLimits {
  /** After this many rows a statement writes them, while the commands behind them are decided. */
  readonly rowsStoredAhead: number;
  /** Of a message with at most this many sends, all are loaded; of others, only those that can still change. */
  readonly sendsReadWhole: number;
  /** The erasures of a batch together remove this many sends. With their attempts and timers they take about 50 ms. */
  readonly sendsErased: number;
}

export const BATCH_LIMITS: BatchLimits = { rowsStoredAhead: 200, sendsReadWhole: 16, sendsErased: 500 };
