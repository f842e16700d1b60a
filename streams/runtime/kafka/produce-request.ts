import crc32c from 'kafkajs/src/protocol/recordBatch/crc32C';

/** The fields of a kafkajs Produce request that the encoder below needs. `kafkajs-patches.ts` says why there is one. */
export interface ProduceOrder {
  readonly acks: number;
  readonly timeout: number;
  readonly compression?: number | undefined;
  readonly transactionalId?: string | undefined;
  /** A 64-bit number, which kafkajs keeps as a string. */
  readonly producerId?: number | string;
  readonly producerEpoch?: number;
  readonly topicData: readonly TopicData[];
}

interface TopicData {
  readonly topic: string;
  readonly partitions: readonly PartitionData[];
}

interface PartitionData {
  readonly partition: number;
  readonly firstSequence?: number;
  readonly messages: readonly Message[];
}

interface Message {
  readonly key?: Buffer | string | null;
  readonly value: Buffer | string | null;
  readonly headers?: object;
  readonly timestamp?: string;
}

/** False for requests with compression, headers or timestamps of their own: kafkajs encodes those. */
export function isPlain({ compression = 0, topicData }: ProduceOrder): boolean {
  return (
    compression === 0 &&
    topicData.every(({ partitions }) => partitions.every(({ messages }) => messages.every(isPlainMessage)))
  );
}

function isPlainMessage({ headers, timestamp }: Message): boolean {
  return headers === undefined && timestamp === undefined;
}

/** Encodes the body of a Produce request, versions 3 to 7, into one buffer of the right size. */
export function encodeProduce(order: ProduceOrder, nowMs: number): Buffer {
  const { acks, timeout, transactionalId, topicData } = order;
  const size = sum(
    topicData,
    ({ topic, partitions }) => stringSize(topic) + 4 + sum(partitions, partitionSize),
  );
  const to = new Writer(stringSize(transactionalId) + 2 + 4 + 4 + size);
  to.string(transactionalId);
  to.int16(acks);
  to.int32(timeout);
  to.int32(topicData.length);
  for (const { topic, partitions } of topicData) {
    to.string(topic);
    to.int32(partitions.length);
    for (const partition of partitions) writePartition(to, partition, { order, nowMs });
  }
  return to.bytes;
}

/** Bytes of a record batch before its records. */
const BATCH_HEAD = 61;
/** Bytes at the start of the batch that its length field does not count. */
const UNCOUNTED = 12;
/** Bytes at the start of the batch that its checksum does not cover. */
const UNCHECKED = 21;
const MAGIC = 2;
const IN_TRANSACTION = 16;

function partitionSize({ messages }: PartitionData): number {
  let size = 4 + 4 + BATCH_HEAD;
  for (const [offset, message] of messages.entries()) {
    const record = recordSize(message, offset);
    size += varintSize(record) + record;
  }
  return size;
}

interface Context {
  readonly order: ProduceOrder;
  readonly nowMs: number;
}

/** The lengths and the checksum are filled in after the records are written. */
function writePartition(to: Writer, data: PartitionData, { order, nowMs }: Context): void {
  const { partition, messages, firstSequence = 0 } = data;
  const { transactionalId, producerId = -1, producerEpoch = 0 } = order;
  to.int32(partition);
  to.int32(0);
  const batchAt = to.at;
  to.int64(0n);
  to.int32(0);
  to.int32(0);
  to.int8(MAGIC);
  to.int32(0);
  to.int16(transactionalId === undefined ? 0 : IN_TRANSACTION);
  to.int32(messages.length - 1);
  to.int64(BigInt(nowMs));
  to.int64(BigInt(nowMs));
  to.int64(BigInt(producerId));
  to.int16(producerEpoch);
  to.int32(firstSequence);
  to.int32(messages.length);
  for (const [offset, message] of messages.entries()) writeRecord(to, message, offset);
  const batch = to.bytes.subarray(batchAt, to.at);
  to.bytes.writeInt32BE(batch.length, batchAt - 4);
  batch.writeInt32BE(batch.length - UNCOUNTED, UNCOUNTED - 4);
  batch.writeUInt32BE(crc32c(batch.subarray(UNCHECKED)), UNCHECKED - 4);
}

/**
 * The size without the length field. Attributes, a zero timestamp delta and an empty list of headers take a byte each.
 */
function recordSize({ key, value }: Message, offset: number): number {
  return 1 + 1 + varintSize(offset) + bytesSize(key) + bytesSize(value) + 1;
}

function writeRecord(to: Writer, message: Message, offset: number): void {
  to.varint(recordSize(message, offset));
  to.int8(0);
  to.varint(0);
  to.varint(offset);
  to.bytesOf(message.key);
  to.bytesOf(message.value);
  to.varint(0);
}

function sum<Item>(items: readonly Item[], sizeOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + sizeOf(item), 0);
}

function stringSize(text: string | undefined): number {
  return 2 + (text === undefined ? 0 : Buffer.byteLength(text));
}

function bytesSize(bytes: Buffer | string | null | undefined): number {
  if (bytes === null || bytes === undefined) return 1;
  const length = Buffer.byteLength(bytes);
  return varintSize(length) + length;
}

/**
 * Zigzag encoding puts seven bits into a byte. Lengths and counts are never negative, so the sign costs them one bit.
 */
function varintSize(value: number): number {
  let bytes = 1;
  for (let rest = value >>> 6; rest > 0; rest >>>= 7) bytes += 1;
  return bytes;
}

class Writer {
  readonly bytes: Buffer;
  at = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  int8(value: number): void {
    this.at = this.bytes.writeInt8(value, this.at);
  }

  int16(value: number): void {
    this.at = this.bytes.writeInt16BE(value, this.at);
  }

  int32(value: number): void {
    this.at = this.bytes.writeInt32BE(value, this.at);
  }

  int64(value: bigint): void {
    this.at = this.bytes.writeBigInt64BE(value, this.at);
  }

  /** -1 stands for null. */
  varint(value: number): void {
    let rest = ((value << 1) ^ (value >> 31)) >>> 0;
    for (; rest > 0x7f; rest >>>= 7) this.bytes[this.at++] = (rest & 0x7f) | 0x80;
    this.bytes[this.at++] = rest;
  }

  string(text: string | undefined): void {
    this.int16(text === undefined ? -1 : Buffer.byteLength(text));
    if (text !== undefined) this.at += this.bytes.write(text, this.at);
  }

  bytesOf(value: Buffer | string | null | undefined): void {
    if (value === null || value === undefined) {
      this.varint(-1);
      return;
    }
    this.varint(Buffer.byteLength(value));
    this.at += typeof value === 'string' ? this.bytes.write(value, this.at) : value.copy(this.bytes, this.at);
  }
}
