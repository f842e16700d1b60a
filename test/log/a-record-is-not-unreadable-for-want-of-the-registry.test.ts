import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { topics } from '../../schemas/topics';
import { openCodec } from '../../streams/runtime/kafka/codec';
import { RegistryAway } from '../../streams/runtime/failures/failures';
import { product } from '../fixtures/product';
import { sharedServers } from '../fixtures/shared-servers';
import { until } from '../fixtures/until';

const SEND = { send_id: 'snd_1', business_id: 'biz_1', attempt: 1 };
const UNKNOWN_ID = 2_000_000_000;

let door: Server;
let silent = false;
afterEach(() => {
  silent = false;
  door.closeAllConnections();
  door.close();
});

/** A door in front of the registry: it can be shut, or accept requests and never answer them. */
async function openDoor(): Promise<string> {
  product();
  const { schemaRegistryUrl } = sharedServers();
  door = createServer((request, response) => {
    if (silent) return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = 'GET' } = request;
      const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
      void fetch(`${schemaRegistryUrl}${request.url ?? ''}`, {
        method,
        body,
        headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
      }).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(Buffer.from(await answer.arrayBuffer()));
      });
    });
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  return `http://127.0.0.1:${String((door.address() as AddressInfo).port)}`;
}

test('a record of another release does not count as undecodable while the registry is down', async () => {
  const codec = await openCodec(await openDoor());
  const own = codec.encode(topics.sendsEmail, SEND);
  const foreign = Buffer.from(own);
  foreign.writeInt32BE(UNKNOWN_ID, 1);
  // The registry says that it has no such schema, so this record was never ours.
  const refusal = await codec.decode(topics.sendsEmail, foreign).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Error);
  expect(refusal).not.toBeInstanceOf(RegistryAway);

  door.closeAllConnections();
  door.close();
  await expect(codec.decode(topics.sendsEmail, foreign)).rejects.toBeInstanceOf(RegistryAway);
  expect(await codec.decode(topics.sendsEmail, own)).toMatchObject(SEND);
  await expect(codec.decode(topics.sendsEmail, Buffer.from('nonsense'))).rejects.not.toBeInstanceOf(
    RegistryAway,
  );
});

test('a record of another release is read once a registry that hung answers again', async () => {
  const url = await openDoor();
  const codec = await until('the registry answers in time', () => openCodec(url, 2_000));
  const foreign = codec.encode(topics.sendsEmail, SEND);
  foreign.writeInt32BE(UNKNOWN_ID, 1);
  const failure = () => codec.decode(topics.sendsEmail, foreign).catch((error: unknown) => error);
  silent = true;
  expect(await failure()).toBeInstanceOf(RegistryAway);
  silent = false;
  // That it knows no such schema is an answer, too.
  await until('the registry is reachable', async () => !((await failure()) instanceof RegistryAway));
});
