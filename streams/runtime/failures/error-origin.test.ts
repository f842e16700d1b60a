import { originOf } from './error-origin';

const TEXT = 'Please leave it with my neighbour Bob';

describe('the origin of an error', () => {
  test.each([
    ['an encoder', () => new Error(`invalid "int": "${TEXT}"`)],
    ['a parser', () => failureOf(() => JSON.parse(TEXT))],
    ['a text that looks like a trace', () => new RangeError(`no zone\n    at ${TEXT} (/somewhere/x.js:1:1)`)],
    ['Postgres', () => Object.assign(new Error(`invalid input "${TEXT}"`), { code: '22P02' })],
    ['code that throws a string', () => TEXT],
  ])('contains nothing that %s quotes', (_who, make) => {
    expect(originOf(make())).not.toMatch(/Please|neighbour|Bob|bob/);
  });

  test('distinguishes defects by kind, code and place', () => {
    const missing = failureOf(() => (undefined as unknown as { length: number }).length);
    expect(originOf(missing)).toMatch(
      /^TypeError at .*\(?streams\/runtime\/failures\/error-origin\.test\.ts:\d+:\d+\)?$/,
    );
    const refused = Object.assign(new Error('refused'), { code: 'ERR_INVALID_ARG_TYPE' });
    expect(originOf(refused)).toMatch(/^Error ERR_INVALID_ARG_TYPE at /);
  });

  test('names the code and the constraint of Postgres', () => {
    const refused = Object.assign(new Error('x'), { code: '23514', constraint: 'sends_state' });
    expect(originOf(refused)).toBe('SQLSTATE 23514, constraint sends_state');
  });

  test('names no folder of the machine', () => {
    const error = new Error('x');
    error.stack = 'Error: x\n    at f (file:///srv/bob/app/node_modules/avsc/lib/types.js:1:2)';
    expect(originOf(error)).toBe('Error at f (node_modules/avsc/lib/types.js:1:2)');
  });
});

function failureOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
