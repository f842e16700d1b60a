import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventTypes } from './events';
import { withCatalogue } from './events-catalogue';

const MARKED =
  'before\n<!-- events: written by `npm run catalogue` from schemas/events.ts and schemas/avro -->\nold\n<!-- /events -->\nafter\n';

const record = {
  type: 'record',
  name: 'OrderEvent',
  namespace: 'kitchen',
  doc: 'What happened to an order.',
  fields: [
    { name: 'id', type: 'string', doc: 'Id of the order.' },
    { name: 'at', type: { type: 'long', logicalType: 'timestamp-millis' }, doc: 'When.' },
    { name: 'note', type: ['null', 'string'], default: null, doc: 'Why.' },
    {
      name: 'until',
      type: ['null', { type: 'long', logicalType: 'timestamp-millis' }],
      default: null,
      doc: 'Till when.',
    },
  ],
};
const types = {
  'order.taken': { topic: { name: 'orders', schema: record }, webhook: true, doc: 'An order was taken.' },
  'tray.taken': { topic: { name: 'trays', schema: record }, webhook: false, doc: 'A tray was taken.' },
};

describe('the catalogue of events in the document', () => {
  const written = withCatalogue(MARKED, types);

  it('replaces only the text between the markers', () => {
    expect(written).toMatch(/^before\n<!-- events/);
    expect(written).toMatch(/<!-- \/events -->\nafter\n$/);
    expect(written).not.toContain('old');
  });

  it('shows for each type when it is published, on which topic, and whether by webhook', () => {
    expect(written).toContain('| `order.taken` | An order was taken. | `orders` | yes |\n');
    expect(written).toContain('| `tray.taken` | A tray was taken. | `trays` |  |\n');
  });

  it('shows each record once, with its topics and fields', () => {
    expect(written?.match(/^### .*$/gm)).toEqual(['### `kitchen.OrderEvent`']);
    expect(written).toContain('On `orders`, `trays`.\nWhat happened to an order.\n');
    expect(written).toContain(
      [
        '| `id` | string | Id of the order. |',
        '| `at` | timestamp-millis | When. |',
        '| `note` | string or null | Why. |',
        '| `until` | timestamp-millis or null | Till when. |',
      ].join('\n'),
    );
  });

  it('leaves an up-to-date document unchanged, so that a check can compare', () => {
    expect(withCatalogue(String(written), types)).toBe(written);
  });

  it('refuses a document without the markers', () => {
    expect(withCatalogue('nothing here', types)).toBeNull();
  });
});

test('docs/events.md is up to date with the events (EVENT-14, HOOK-8)', () => {
  const document = readFileSync(join(__dirname, '..', 'docs', 'events.md'), 'utf8');
  expect(withCatalogue(document, eventTypes)).toBe(document);
});
