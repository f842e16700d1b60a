// One end of the bare exchange through the log, with kafkajs used as well as we can: all messages of one turn of the
// event loop leave in one send, and whole batches are read.

import { once, EventEmitter } from 'node:events';
import { Kafka, logLevel, type Producer } from 'kafkajs';
import { serveOrders } from '../measure/helper-process';
import { MeasuredRun, type RunLimits } from '../measure/measured-run';
import { IN_FLIGHT, PARTITIONS, REPLIES, REQUESTS, type PeerOrder } from './request-reply';

const MESSAGE_BYTES = 1_024;

serveOrders(async (order, report) => {
  const { role, brokers, limits } = order as PeerOrder;
  const kafka = new Kafka({
    brokers: [brokers],
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 50 },
  });
  switch (role) {
    case 'echo':
      await echo(kafka);
      {
        report({ ready: true });
        return;
      }
    case 'requester':
      return request(kafka, limits, report);
  }
});

async function echo(kafka: Kafka): Promise<void> {
  const reply = await openSender(kafka, REPLIES);
  await consume(kafka, REQUESTS, (partition, value) => reply(partition, value));
}

async function request(kafka: Kafka, limits: RunLimits, report: (message: object) => void): Promise<void> {
  const waiting = new Map<number, () => void>();
  const send = await openSender(kafka, REQUESTS);
  await consume(kafka, REPLIES, (_partition, value) => waiting.get(value.readUInt32BE(0))?.());
  const run = new MeasuredRun(limits);
  let number = 0;
  const worker = async (): Promise<void> => {
    while (run.maySend()) {
      const id = number++;
      const value = Buffer.alloc(MESSAGE_BYTES, 'x');
      value.writeUInt32BE(id, 0);
      const startedAt = performance.now();
      await new Promise<void>((resolve) => {
        waiting.set(id, resolve);
        send(id % PARTITIONS, value);
      });
      waiting.delete(id);
      run.accepted(performance.now() - startedAt);
    }
  };
  await run.run(() => Promise.all(Array.from({ length: IN_FLIGHT }, worker)), report);
}

type Send = (partition: number, value: Buffer) => void;

/** Collects messages, because kafkajs has no linger: one send for each message is four times slower. */
async function openSender(kafka: Kafka, topic: string): Promise<Send> {
  const producer: Producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  let batch: { partition: number; value: Buffer }[] = [];
  const flush = (): void => {
    const messages = batch;
    batch = [];
    producer.send({ topic, messages }).catch((error: unknown) => {
      throw error;
    });
  };
  return (partition, value) => {
    if (batch.push({ partition, value }) === 1) setImmediate(flush);
  };
}

/** Resolves once the consumer group has assigned this process its partitions and it reads them from their end. */
async function consume(
  kafka: Kafka,
  topic: string,
  take: (partition: number, value: Buffer) => void,
): Promise<void> {
  const consumer = kafka.consumer({
    groupId: `${topic}-${process.pid}`,
    minBytes: 1,
    maxWaitTimeInMs: 50,
    allowAutoTopicCreation: false,
  });
  const joined = new EventEmitter();
  consumer.on(consumer.events.FETCH, () => joined.emit('reading'));
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: false });
  const reading = once(joined, 'reading');
  await consumer.run({
    autoCommit: false,
    partitionsConsumedConcurrently: PARTITIONS,
    eachBatch: ({ batch }) => {
      for (const { value } of batch.messages) if (value !== null) take(batch.partition, value);
      return Promise.resolve();
    },
  });
  await reading;
}
