import { Readable } from 'node:stream';

/** A message on its way out that knows whether any of it has left. */
export interface HandOver {
  readonly stream: Readable;
  /** False as long as not a byte can have arrived: before that, a failure may be tried again. */
  readonly isBegun: () => boolean;
}

/**
 * The client reads a stream only once the server has asked for the message. A plain buffer would leave that moment in
 * the dark, and with it the line between "never got there" and "unknown".
 */
export function handOver(message: Buffer): HandOver {
  let isBegun = false;
  const stream = new Readable({
    read() {
      isBegun = true;
      this.push(message);
      this.push(null);
    },
  });
  return { stream, isBegun: () => isBegun };
}
