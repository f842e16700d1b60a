/** So often a fresh link may be asked for: an expired one must not become a way to flood a mailbox. */
export const FRESH_LINK_EVERY_MS = 60 * 60_000;
