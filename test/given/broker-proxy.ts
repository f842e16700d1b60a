import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between clients and a broker that advertises the proxy's address, and can lose what the broker answers. */
export interface BrokerProxy {
  readonly port: number;
  /** From now on every answer is lost with its connection, until `n` connections have ended so. */
  loseAnswers(n: number): void;
  /** While true, whatever clients send is lost, and they hear nothing. */
  dropRequests(drop: boolean): void;
  /** The same for connections that are opened from now on, until it is false. */
  silenceNewConnections(silence: boolean): void;
  /** While true, whoever asks where a group's coordinator is loses the connection instead. */
  hideCoordinators(hide: boolean): void;
  /** Answers that were lost so far. */
  readonly lost: number;
  close(): Promise<void>;
}

export async function startBrokerProxy(brokerPort: number): Promise<BrokerProxy> {
  const sockets = new Set<Socket>();
  let toLose = 0;
  let lost = 0;
  let dropping = false;
  let silencing = false;
  let hiding = false;

  const server = createServer((client) => {
    const broker = connect(brokerPort, '127.0.0.1');
    const isNew = silencing;
    for (const socket of [client, broker]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        broker.destroy();
      });
    }
    client.on('data', (request) => {
      if (hiding && request.readInt16BE(API_KEY_AT) === FIND_COORDINATOR) client.destroy();
      else if (!dropping && !(isNew && silencing)) broker.write(request);
    });
    broker.on('data', (answer) => {
      if (toLose === 0) {
        client.write(answer);
        return;
      }
      toLose -= 1;
      lost += 1;
      client.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    loseAnswers(n) {
      toLose = n;
    },
    dropRequests(drop) {
      dropping = drop;
    },
    silenceNewConnections(silence) {
      silencing = silence;
    },
    hideCoordinators(hide) {
      hiding = hide;
    },
    get lost() {
      return lost;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A request is its length, what it asks for, and more; kafkajs writes each at once. */
const API_KEY_AT = 4;
const FIND_COORDINATOR = 10;
