import { Readable, type Duplex } from 'node:stream';

/**
 * A message on its way out that knows whether any of it has left. The client pipes a stream only once the server has asked
 * for the message; a plain buffer would leave that moment in the dark, and with it the line between "never got there" and
 * "unknown". It is in memory as a whole, and handed over as one piece.
 *
 * The client looks at it byte by byte and writes its end by itself, a sixth of what a sender does. So it goes to the far
 * side of the client's encoder, encoded.
 */
export class MessageStream extends Readable {
  /** False as long as not a byte can have arrived: before that, a failure may be tried again. */
  isBegun = false;

  constructor(private readonly message: Buffer) {
    super();
  }

  override pipe<Destination extends NodeJS.WritableStream>(client: Destination): Destination {
    this.isBegun = true;
    const encoder = client as unknown as Duplex;
    encoder.push(onTheWire(this.message));
    encoder.push(null);
    return client;
  }
}

/**
 * RFC 5321, 4.5.2: a dot on a line of its own ends the message, so a line that begins with one gets another. Every line
 * ends with CR and LF: a server that takes one of them for an end could be told of a message amid this one.
 */
export function onTheWire(message: Buffer): Buffer {
  const given = message.toString('latin1');
  const text = HALF_AN_END.test(given) ? given.replace(/\r\n|\r|\n/g, '\r\n') : given;
  const stuffed = (text.startsWith('.') ? `.${text}` : text).replaceAll('\r\n.', '\r\n..');
  return Buffer.from(`${stuffed}${text.endsWith('\r\n') ? '' : '\r\n'}.\r\n`, 'latin1');
}

const HALF_AN_END = /\r(?!\n)|(?<!\r)\n/;
