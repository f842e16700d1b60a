import { Readable, type Duplex } from 'node:stream';

/**
 * A message that knows whether any of it has been sent: nodemailer pipes a stream only once the server asks for the
 * message. With a plain buffer, "not reached" and "unknown" could not be told apart.
 *
 * nodemailer encodes a message byte by byte, which takes a sixth of a sender's CPU time. So the message is encoded
 * here, as one piece, and pushed to the output of nodemailer's encoder.
 */
export class MessageStream extends Readable {
  /** False as long as no byte can have arrived: until then a failed submission may be repeated. */
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
 * A dot on a line of its own ends the message, so a line that begins with a dot gets another one (RFC 5321, 4.5.2).
 * Every line ends with CR and LF: for a server that accepts either alone, a message could be smuggled into this one.
 */
export function onTheWire(message: Buffer): Buffer {
  const given = message.toString('latin1');
  const text = HALF_AN_END.test(given) ? given.replace(/\r\n|\r|\n/g, '\r\n') : given;
  const stuffed = (text.startsWith('.') ? `.${text}` : text).replaceAll('\r\n.', '\r\n..');
  return Buffer.from(`${stuffed}${text.endsWith('\r\n') ? '' : '\r\n'}.\r\n`, 'latin1');
}

const HALF_AN_END = /\r(?!\n)|(?<!\r)\n/;
