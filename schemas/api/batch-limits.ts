export const MAX_ITEMS = 100;
export const MAX_BATCH_BYTES = 8 * 1024 * 1024;
/** Room for `#99` within the 255 characters of an item's own key. */
export const MAX_BATCH_KEY_LENGTH = 252;
