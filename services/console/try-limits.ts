/** A bucket of tries that refills by one try in each `refillMs`. */
export interface Allowance {
  readonly size: number;
  readonly refillMs: number;
}

/** Nobody mistypes 20 times in a row. A guesser gets 28,800 tries a day; an operator who used up all waits 3 s. */
export const OF_ONE_ADDRESS: Allowance = { size: 20, refillMs: 3_000 };

/** All addresses together: a distributed guesser gets 86,400 tries a day. */
export const OF_ALL: Allowance = { size: 100, refillMs: 1_000 };

/**
 * For an address that has shown the right token within this time, only its own tries count. Otherwise an attacker with
 * many addresses could lock out all operators by guessing all the time.
 */
export const KNOWN_FOR_MS = 30 * 24 * 3_600_000;
