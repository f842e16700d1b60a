import { Type, type schema } from 'avsc';
import { renderModule } from './generate';

const sample = {
  type: 'record',
  name: 'Order',
  doc: 'An order. It holds one of everything.',
  fields: [
    { name: 'id', type: 'string', doc: 'Its id.' },
    { name: 'placed_at', type: { type: 'long', logicalType: 'timestamp-millis' }, doc: 'When.' },
    { name: 'hash', type: 'bytes' },
    { name: 'note', type: ['null', 'string'], default: null },
    { name: 'labels', type: { type: 'map', values: ['null', 'int'] } },
    {
      name: 'state',
      type: { type: 'enum', name: 'State', doc: 'Where it stands.', symbols: ['open', 'paid'] },
    },
    { name: 'parts', type: { type: 'array', items: ['null', 'Order'] } },
    {
      name: 'body',
      type: [
        'null',
        { type: 'record', name: 'Buy', namespace: 'shop', fields: [{ name: 'paid', type: 'boolean' }] },
        { type: 'record', name: 'Cancel', fields: [] },
      ],
    },
  ],
};

describe('the generated TypeScript describes the values that avsc reads and writes', () => {
  const module = renderModule('order-update', sample as unknown as schema.RecordType);

  it.each([
    ['text', 'id: string;'],
    ['a time', 'placed_at: number;'],
    ['bytes', 'hash: Buffer;'],
    ['a value or null', 'note: string | null;'],
    ['a map', 'labels: Record<string, number | null>;'],
    ['an enum', 'state: State;'],
    ['the symbols of an enum', 'export type State = "open" | "paid";'],
    ['an array of its own type', 'parts: (Order | null)[];'],
    ['a union of records, wrapped', 'body: { "shop.Buy": Buy } | { "Cancel": Cancel } | null;'],
    ['a nested record', 'export interface Buy {\npaid: boolean;\n}'],
    ['a record without fields', 'export type Cancel = Record<string, never>;'],
    ['a doc as a comment', '/** Its id. */\nid: string;'],
    ['the doc of a type as a comment', '/** Where it stands. */\nexport type State'],
  ])('renders %s', (_what, expected) => {
    expect(module).toContain(expected);
  });

  it('declares the root first and each type once', () => {
    const declared = [...module.matchAll(/export (?:interface|type) (\w+)/g)].map(([, name]) => name);
    expect(declared).toEqual(['Order', 'State', 'Buy', 'Cancel']);
  });

  it('exports the schema under the name of its file', () => {
    expect(module).toContain('export const orderUpdateSchema = {"type":"record","name":"Order"');
  });

  it('agrees with avsc on the values it describes', () => {
    const order = {
      id: 'o',
      placed_at: 1,
      hash: Buffer.from('h'),
      note: null,
      labels: { a: null },
      state: 'open',
    };
    const type = Type.forSchema(sample as unknown as schema.RecordType);
    expect(type.isValid({ ...order, parts: [], body: { 'shop.Buy': { paid: true } } })).toBe(true);
    expect(type.isValid({ ...order, parts: [], body: { paid: true } })).toBe(false);
  });
});
