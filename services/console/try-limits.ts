/** A bucket of tries that fills again, one in so much time. */
export interface Allowance {
  readonly size: number;
  readonly refillMs: number;
}

/** More than anybody mistypes, and 28,800 guesses a day. An operator who used them up waits three seconds. */
export const OF_ONE_ADDRESS: Allowance = { size: 20, refillMs: 3_000 };

/** Of all addresses together: many that guess at once get 86,400 a day between them. */
export const OF_ALL: Allowance = { size: 100, refillMs: 1_000 };

/**
 * Where the right token came from lately only its own tries count: otherwise whoever has many addresses could keep all
 * operators out by guessing all the time.
 */
export const KNOWN_FOR_MS = 30 * 24 * 3_600_000;
