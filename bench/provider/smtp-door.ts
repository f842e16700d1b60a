import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Receives an email: the recipient of its envelope, and the whole message. */
export type TakeMail = (to: string, message: string) => Promise<void>;

/**
 * Accepts email on bare sockets, to use as little as possible of the machine under test. It knows only the commands
 * that our sender uses, and accepts a pipelined envelope, as the simulator and the providers do. Returns its port.
 */
export async function openSmtpDoor(take: TakeMail): Promise<number> {
  const server = createServer((socket) => {
    new Session(socket, take).begin();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const END_OF_MESSAGE = '\r\n.\r\n';

class Session {
  private received = '';
  private recipient = '';
  private isInMessage = false;

  constructor(
    private readonly socket: Socket,
    private readonly take: TakeMail,
  ) {}

  begin(): void {
    this.socket.setNoDelay(true);
    this.socket.setEncoding('latin1');
    // A sender that is stopped closes its connections, which is not an error.
    this.socket.on('error', () => undefined);
    this.socket.on('data', (chunk: string) => {
      this.received += chunk;
      // Commands that arrived together are answered together.
      this.socket.cork();
      this.read();
      this.socket.uncork();
    });
    this.say('220 stand-in');
  }

  private read(): void {
    for (;;) {
      const end = this.received.indexOf(this.isInMessage ? END_OF_MESSAGE : '\r\n');
      if (end === -1) return;
      const text = this.received.slice(0, end);
      this.received = this.received.slice(end + (this.isInMessage ? END_OF_MESSAGE.length : 2));
      if (this.isInMessage) this.takeMessage(text);
      else this.obey(text);
    }
  }

  private takeMessage(message: string): void {
    this.isInMessage = false;
    void this.take(this.recipient, message).then(() => this.say('250 2.0.0 Ok'));
  }

  private obey(line: string): void {
    switch (line.slice(0, 4).toUpperCase()) {
      case 'EHLO':
        this.say('250-stand-in\r\n250-PIPELINING\r\n250 8BITMIME');
        break;
      case 'RCPT':
        this.recipient = /<([^>]*)>/.exec(line)?.[1] ?? '';
        this.say('250 Ok');
        break;
      case 'DATA':
        this.isInMessage = true;
        this.say('354 Go on');
        break;
      case 'QUIT':
        this.socket.end('221 Bye\r\n');
        break;
      default:
        this.say('250 Ok');
    }
  }

  private say(text: string): void {
    if (!this.socket.destroyed) this.socket.write(`${text}\r\n`, 'latin1');
  }
}
