/** What a status of the specification is called on the page. One that is not known is not shown: it counts as none. */
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

/** A moment in UTC, to the minute: for machines, and in words for where no script puts it into the reader's own time. */
export function timeInWords(at: Date): { datetime: string; words: string } {
  const iso = at.toISOString();
  const month = MONTHS[at.getUTCMonth()]!;
  return {
    datetime: `${iso.slice(0, 16)}Z`,
    words: `${at.getUTCDate()} ${month} ${iso.slice(0, 4)}, ${iso.slice(11, 16)} UTC`,
  };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
