import fc from 'fast-check';
import produce from 'kafkajs/src/protocol/requests/produce';
import { patchKafkajs } from './kafkajs-patches';
import { encodeProduce, isPlain, type ProduceOrder } from './produce-request';

/** The encoder of kafkajs itself, from before the patch. */
const kafkajs = produce.protocol;

const NOW_MS = Date.UTC(2026, 10, 15);
beforeEach(() => void jest.useFakeTimers({ now: NOW_MS }));
afterEach(() => void jest.useRealTimers());

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const content = fc.oneof(bytes, fc.string({ unit: 'binary', maxLength: 100 }), fc.constant(null));
const messages = fc.array(fc.record({ key: content, value: content }, { requiredKeys: ['value'] }), {
  maxLength: 70,
});
const order: fc.Arbitrary<ProduceOrder> = fc
  .record({
    acks: fc.constantFrom(-1, 0, 1),
    timeout: fc.nat(),
    transactionalId: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    producerId: fc.oneof(fc.constant(-1), fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String)),
    producerEpoch: fc.nat({ max: 32_767 }),
    topicData: fc.array(
      fc.record({
        topic: fc.string({ maxLength: 40 }),
        partitions: fc.array(
          fc.record({ partition: fc.nat({ max: 1_000 }), firstSequence: fc.nat(), messages }),
          { maxLength: 4 },
        ),
      }),
      { maxLength: 3 },
    ),
  })
  .map((made) => made as ProduceOrder);

test('a request has the same bytes as one that kafkajs encodes, for any content', async () => {
  await fc.assert(
    fc.asyncProperty(order, async (any) => {
      const { buffer } = await kafkajs({ version: 7 })(any).request.encode();
      expect(encodeProduce(any, NOW_MS).equals(buffer)).toBe(true);
    }),
  );
});

test('a request with a record of a megabyte among small ones has the same bytes too', async () => {
  const large = orderOf([{ value: 'small' }, { value: Buffer.alloc(1_048_576, 7) }, { value: 'small' }]);
  const { buffer } = await kafkajs({ version: 7 })(large).request.encode();
  expect(encodeProduce(large, NOW_MS).equals(buffer)).toBe(true);
});

describe('with the patch', () => {
  beforeEach(patchKafkajs);

  test.each([3, 7])(
    'a request of version %i is encoded by our encoder and keeps its version',
    async (version) => {
      const plain = orderOf([{ key: 'k', value: 'v' }]);
      const { request, response } = produce.protocol({ version })(plain);
      const own = kafkajs({ version })(plain);
      expect([request.apiVersion, response]).toEqual([version, own.response]);
      const { buf, buffer } = await request.encode();
      expect(buffer.equals((await own.request.encode()).buffer)).toBe(true);
      // The buffers of kafkajs are larger than their content.
      expect(buf.length).toBe(buffer.length);
    },
  );

  test.each([
    ['headers', orderOf([{ value: 'v', headers: { a: 'b' } }])],
    ['a moment of its own', orderOf([{ value: 'v', timestamp: '1700000000000' }])],
    ['compression', { ...orderOf([{ value: 'v' }]), compression: 1 }],
  ])('kafkajs encodes a request with %s', async (_what, special) => {
    expect(isPlain(special)).toBe(false);
    const { buffer } = await produce.protocol({ version: 7 })(special).request.encode();
    expect(buffer.equals((await kafkajs({ version: 7 })(special).request.encode()).buffer)).toBe(true);
  });
});

function orderOf(given: ProduceOrder['topicData'][number]['partitions'][number]['messages']): ProduceOrder {
  return {
    acks: -1,
    timeout: 30_000,
    topicData: [{ topic: 'any', partitions: [{ partition: 3, messages: given }] }],
  };
}
