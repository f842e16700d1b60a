/** The limits of a batch (LIMIT-3, LIMIT-4, IDEM-2), which its reader and the API documentation share. */
export const MAX_ITEMS = 100;
export const MAX_BATCH_BYTES = 8 * 1024 * 1024;
/** Leaves room for `#99` in the key of an item, which has at most 255 characters. */
export const MAX_BATCH_KEY_LENGTH = 252;
