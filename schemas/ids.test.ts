import fc from 'fast-check';
import { derivedId, idAboveAll, idBytes, idOfBytes, isId, newId } from './ids';

const time = fc.integer({ min: 0, max: 2 ** 47 });

describe('ids (IDEM-17)', () => {
  test('are a prefix and 26 characters of lower-case Crockford base32', () => {
    fc.assert(fc.property(time, (now) => isId('msg', newId('msg', now))));
  });

  test('sort below the upper bound of their kind, at any time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (now) => newId('msg', now) < idAboveAll('msg')),
    );
  });

  test('sort by their time of creation', () => {
    fc.assert(
      fc.property(time, time, (a, b) => {
        fc.pre(a < b);
        return newId('msg', a) < newId('msg', b);
      }),
    );
  });

  test('derived from a command are the same each time, and different for each index (EVENT-4)', () => {
    fc.assert(
      fc.property(time, fc.uniqueArray(fc.nat(), { minLength: 2, maxLength: 20 }), (now, indexes) => {
        const commandId = newId('cmd', now);
        const ids = indexes.map((index) => derivedId('evt', commandId, index));
        expect(indexes.map((index) => derivedId('evt', commandId, index))).toEqual(ids);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.every((id) => isId('evt', id))).toBe(true);
      }),
    );
  });

  test('index 0 keeps the UUID of the command', () => {
    expect(derivedId('msg', 'cmd_01kf0000000000000000000abc', 0)).toBe('msg_01kf0000000000000000000abc');
  });

  test('survive a conversion to 16 bytes and back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const id = idOfBytes('rcp', Buffer.from(bytes));
        expect(isId('rcp', id)).toBe(true);
        expect(idBytes(id)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test.each([
    'msg_',
    'msg_01kf',
    'snd_01kf0000000000000000000abc',
    'msg_81kf0000000000000000000abc',
    'msg_01kf0000000000000000000abu',
  ])('%s is not a message id', (text) => {
    expect(isId('msg', text)).toBe(false);
  });
});
