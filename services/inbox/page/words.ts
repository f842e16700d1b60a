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

/** For where no script puts it into the reader's own time. */
export function timeInWords(at: Date): string {
  const clock = `${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}`;
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]!} ${at.getUTCFullYear()}, ${clock} UTC`;
}

/** To the minute, as far as it is shown. */
export function machineTime(at: Date): string {
  return `${at.toISOString().slice(0, 16)}Z`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
