const MINUTE_MS = 60_000;

/** Pauses before the second attempt at an email and those after it: five attempts over an hour. */
export const EMAIL_PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 14 * MINUTE_MS, 40 * MINUTE_MS];
