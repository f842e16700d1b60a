import type { Schema, schema } from 'avsc';
import { incompatibilities } from './compatibility';

const millis = { type: 'long', logicalType: 'timestamp-millis' };
const micros = { type: 'long', logicalType: 'timestamp-micros' };
const pushed = record('Push', { to: 'string' });
const topUp = record('TopUp', { amount: 'int' });
const channels = { type: 'enum', name: 'Channel', symbols: ['email', 'sms'] };

const allowed: [change: string, released: object, current: object][] = [
  ['nothing changed', fieldOf(pushed), fieldOf(pushed)],
  ['a new field with a default', record('R', {}), { ...record('R', {}), fields: [noted('null')] }],
  ['a removed field', record('R', { gone: 'string' }), record('R', {})],
  [
    'a renamed field that keeps its old name as alias',
    record('R', { text: 'string' }),
    aliased('note', 'text'),
  ],
  ['an int that becomes a long', fieldOf('int'), fieldOf('long')],
  ['a value that may now be null', fieldOf('string'), fieldOf(['null', 'string'])],
  ['a new union branch', fieldOf([pushed]), fieldOf([pushed, topUp])],
  ['union branches in another order', fieldOf([pushed, topUp]), fieldOf([topUp, pushed])],
  ['a new enum symbol', fieldOf(channels), fieldOf({ ...channels, symbols: ['email', 'sms', 'push'] })],
  ['a removed enum symbol where the enum has a default', fieldOf(channels), fieldOf(oneChannel('email'))],
  ['a renamed record that keeps its old name as alias', fieldOf(pushed), fieldOf(renamed(['Push']))],
  ['a record that mentions itself', recursive('int'), recursive('long')],
];

const refused: [change: string, released: object, current: object, message: string][] = [
  ['a new field without default', record('R', {}), fieldOf('string'), 'R.value: a new field needs a default'],
  ['a changed type', fieldOf('string'), fieldOf('int'), 'R.value: was string, cannot be read as int'],
  ['a long that becomes an int', fieldOf('long'), fieldOf('int'), 'R.value: was long, cannot be read as int'],
  [
    'a value that may no longer be null',
    fieldOf(['null', 'int']),
    fieldOf('int'),
    'R.value: was null, cannot be',
  ],
  [
    'a removed union branch',
    fieldOf([pushed, topUp]),
    fieldOf([pushed]),
    'R.value: the union can no longer hold TopUp',
  ],
  [
    'a changed field inside a union branch',
    fieldOf([pushed, topUp]),
    fieldOf([pushed, record('TopUp', { amount: 'string' })]),
    'R.value.TopUp.amount: was int, cannot be read as string',
  ],
  [
    'a removed enum symbol',
    fieldOf(channels),
    fieldOf(oneChannel()),
    'R.value: the enum lost sms and has no default',
  ],
  ['a renamed record', fieldOf(pushed), fieldOf(renamed([])), 'R.value: was Push, cannot be read as Sent'],
  [
    'another logical type',
    fieldOf(millis),
    fieldOf(micros),
    'meant timestamp-millis, now means timestamp-micros',
  ],
  [
    'a logical type taken away',
    fieldOf(millis),
    fieldOf('long'),
    'meant timestamp-millis, now means a plain value',
  ],
  [
    'a map that becomes a record',
    fieldOf(mapOf('string')),
    fieldOf(pushed),
    'R.value: was map, cannot be read as Push',
  ],
  ['another type of map value', fieldOf(mapOf('string')), fieldOf(mapOf('int')), 'R.value{}: was string'],
  [
    'another type of array item',
    fieldOf(arrayOf('string')),
    fieldOf(arrayOf('int')),
    'R.value[]: was string',
  ],
  ['another fixed size', fieldOf(hash(16)), fieldOf(hash(32)), 'R.value: the number of bytes has changed'],
  [
    'a nested change in a record that mentions itself',
    recursive('long'),
    recursive('int'),
    'Node.size: was long',
  ],
];

describe('a new schema reads what the last release wrote (EVENT-13)', () => {
  it.each(allowed)('allows %s', (_change, released, current) => {
    expect(incompatibilities(one(released), one(current))).toEqual([]);
  });

  it.each(refused)('refuses %s', (_change, released, current, message) => {
    expect(incompatibilities(one(released), one(current))).toEqual([expect.stringContaining(message)]);
  });

  it('allows a new schema, and refuses the removal of a released one', () => {
    expect(incompatibilities(new Map(), one(pushed))).toEqual([]);
    expect(incompatibilities(one(pushed), new Map())).toEqual([expect.stringContaining('is gone')]);
  });
});

function one(source: object): Map<string, schema.RecordType> {
  return new Map([['sample', source as schema.RecordType]]);
}

function record(name: string, fields: Record<string, Schema | object>): object {
  return {
    type: 'record',
    name,
    fields: Object.entries(fields).map(([field, type]) => ({ name: field, type })),
  };
}

function fieldOf(type: Schema | object): object {
  return record('R', { value: type });
}

function noted(defaultType: 'null'): object {
  return { name: 'note', type: [defaultType, 'string'], default: null };
}

function aliased(name: string, alias: string): object {
  return { type: 'record', name: 'R', fields: [{ name, type: 'string', aliases: [alias] }] };
}

function oneChannel(defaultSymbol?: string): object {
  return {
    ...channels,
    symbols: ['email'],
    ...(defaultSymbol === undefined ? {} : { default: defaultSymbol }),
  };
}

function renamed(aliases: string[]): object {
  return { ...record('Sent', { to: 'string' }), aliases };
}

function recursive(size: string): object {
  return record('Node', { size, next: ['null', 'Node'] });
}

function mapOf(values: string): object {
  return { type: 'map', values };
}

function arrayOf(items: string): object {
  return { type: 'array', items };
}

function hash(size: number): object {
  return { type: 'fixed', name: 'Hash', size };
}
