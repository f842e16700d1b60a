/** The words for an order status. An unknown status is not shown, so it has none (INBOX-5). */
export function orderStatusInWords(orderStatus: string | null): string | undefined {
  return orderStatus === null ? undefined : STATUS_WORDS.get(orderStatus);
}

const STATUS_WORDS = new Map([
  ['confirmed', 'Confirmed'],
  ['shipped', 'Shipped'],
  ['ready_for_pickup', 'Ready for pickup'],
  ['delivered', 'Delivered'],
  ['cancelled', 'Cancelled'],
  ['refunded', 'Refunded'],
  ['delayed', 'Delayed'],
]);

/** A time in UTC, to the minute, for machines and in words. Without script the words stay as they are. */
export function timeInWords(at: Date): { datetime: string; words: string } {
  const iso = at.toISOString();
  const month = MONTHS[at.getUTCMonth()]!;
  return {
    datetime: `${iso.slice(0, 16)}Z`,
    words: `${at.getUTCDate()} ${month} ${iso.slice(0, 4)}, ${iso.slice(11, 16)} UTC`,
  };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
