/** The shortest time between two fresh links, so that an expired link cannot be used to flood a mailbox (INBOX-15). */
export const FRESH_LINK_EVERY_MS = 60 * 60_000;
