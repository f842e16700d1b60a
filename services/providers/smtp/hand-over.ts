import { Readable } from 'node:stream';

/**
 * A message on its way out that knows whether any of it has left. The client pipes a stream only once the server has asked
 * for the message; a plain buffer would leave that moment in the dark, and with it the line between "never got there" and
 * "unknown". It is in memory as a whole, and handed over as one piece.
 */
export class HandOver extends Readable {
  /** False as long as not a byte can have arrived: before that, a failure may be tried again. */
  isBegun = false;

  constructor(private readonly message: Buffer) {
    super();
  }

  override pipe<Destination extends NodeJS.WritableStream>(client: Destination): Destination {
    this.isBegun = true;
    client.end(this.message);
    return client;
  }
}
