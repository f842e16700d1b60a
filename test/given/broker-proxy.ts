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
  /** On the connections that are open now nothing arrives any more, either way and for good. */
  deafenConnections(): void;
  /** While true, whoever asks where a group's coordinator is loses the connection instead. */
  hideCoordinators(hide: boolean): void;
  /** While true, whoever wants to join a group is told that its coordinator is still loading. */
  refuseJoins(refuse: boolean): void;
  /** How often somebody was told so. */
  readonly refused: number;
  /** While true, whoever wants to join a group hears nothing. */
  loseJoins(lose: boolean): void;
  /** While true, the answer that says which partitions a member of a group has is lost with its connection. */
  loseAssignments(lose: boolean): void;
  /** While true, the broker knows nothing of the last topic that a client asks about. */
  hideTopics(hide: boolean): void;
  /** How often it was asked about one in vain. */
  readonly hidden: number;
  /** Answers, and wishes to join, that were lost so far. */
  readonly lost: number;
  close(): Promise<void>;
}

export async function startBrokerProxy(brokerPort: number): Promise<BrokerProxy> {
  const sockets = new Set<Socket>();
  const faults = new Faults();
  const server = createServer((client) => {
    const broker = connect(brokerPort, '127.0.0.1');
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
    faults.relay(client, broker);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    loseAnswers: (n) => (faults.toLose = n),
    dropRequests: (drop) => (faults.dropping = drop),
    silenceNewConnections: (silence) => (faults.silencing = silence),
    deafenConnections: () => (faults.deafened += 1),
    hideCoordinators: (hide) => (faults.hidingCoordinators = hide),
    refuseJoins: (refuse) => (faults.refusingJoins = refuse),
    get refused() {
      return faults.refused;
    },
    loseJoins: (lose) => (faults.losingJoins = lose),
    loseAssignments: (lose) => (faults.losingAssignments = lose),
    hideTopics: (hide) => (faults.hidingTopics = hide),
    get hidden() {
      return faults.hidden;
    },
    get lost() {
      return faults.lost;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

class Faults {
  toLose = 0;
  lost = 0;
  dropping = false;
  silencing = false;
  deafened = 0;
  hidingCoordinators = false;
  refusingJoins = false;
  refused = 0;
  losingJoins = false;
  losingAssignments = false;
  hidingTopics = false;
  hidden = 0;

  relay(client: Socket, broker: Socket): void {
    const isNew = this.silencing;
    const { deafened } = this;
    let isAssigning = false;
    client.on('data', (request) => {
      if (deafened < this.deafened) return;
      isAssigning = this.losingAssignments && request.readInt16BE(API_KEY_AT) === SYNC_GROUP;
      if (this.isKeptFrom(client, request) || this.dropping || (isNew && this.silencing)) return;
      if (this.hidingTopics && misname(request)) this.hidden += 1;
      broker.write(request);
    });
    broker.on('data', (answer) => {
      if (deafened < this.deafened) return;
      if (this.toLose === 0 && !isAssigning) {
        client.write(answer);
        return;
      }
      if (!isAssigning) this.toLose -= 1;
      this.lost += 1;
      client.destroy();
    });
  }

  /** What the broker never hears of, by what it asks for. */
  private isKeptFrom(client: Socket, request: Buffer): boolean {
    const asked = request.readInt16BE(API_KEY_AT);
    if (this.hidingCoordinators && asked === FIND_COORDINATOR) {
      client.destroy();
      return true;
    }
    if (asked !== JOIN_GROUP || !(this.refusingJoins || this.losingJoins)) return false;
    if (this.refusingJoins) {
      this.refused += 1;
      client.write(stillLoading(request.readInt32BE(CORRELATION_ID_AT)));
    } else {
      this.lost += 1;
    }
    return true;
  }
}

/** A request is its length, what it asks for, and more; kafkajs writes each at once. */
const API_KEY_AT = 4;
const CORRELATION_ID_AT = 8;
const CLIENT_ID_AT = 12;
const METADATA = 3;
const FIND_COORDINATOR = 10;
const JOIN_GROUP = 11;
const SYNC_GROUP = 14;
/** The code of an error. */
const GROUP_LOAD_IN_PROGRESS = 14;

/** The answer to a JoinGroup of version 2 to 5 that names nobody. */
function stillLoading(correlationId: number): Buffer {
  const answer = Buffer.alloc(28);
  answer.writeInt32BE(answer.length - 4, 0);
  answer.writeInt32BE(correlationId, 4);
  // After how long it was held back comes the error, then a generation, three empty texts and no members.
  answer.writeInt16BE(GROUP_LOAD_IN_PROGRESS, 12);
  answer.writeInt32BE(-1, 14);
  return answer;
}

/** The last of the topics that it asks about, before one byte more. False: it asks about none. */
function misname(request: Buffer): boolean {
  if (request.readInt16BE(API_KEY_AT) !== METADATA) return false;
  const topics = request.readInt32BE(CLIENT_ID_AT + 2 + request.readInt16BE(CLIENT_ID_AT));
  if (topics > 0) request.write('_', request.length - 2);
  return topics > 0;
}
