import { newId } from '../../../schemas/ids';
import { encodeCursor } from '../../../schemas/api/message-cursor';
import { readListQuery } from './list-query';

const id = newId('msg', 1_790_000_000_000);

describe('the query of a list (MSG-19)', () => {
  it.each([
    ['', {}],
    ['&&', {}],
    ['limit=1', { limit: 1 }],
    ['limit=200', { limit: 200 }],
    ['limit=1&limit=2', { limit: 2 }],
    ['recipient_email=%20Ada@Example.com+', { recipientEmail: 'ada@example.com' }],
    ['recipient_email=a%2Bb@example.com', { recipientEmail: 'a+b@example.com' }],
    [`cursor=${encodeCursor(id)}`, { afterId: id }],
    ['colour=red&__proto__=1&x', {}],
  ])('is understood: %s', (query, expected) => {
    expect(readListQuery(query)).toEqual({
      outcome: 'valid',
      query: { recipientEmail: null, limit: 50, afterId: null, ...expected },
    });
  });

  it.each([
    ['limit=abc', 'int_type', 'limit', 'Input should be a valid integer', 'abc'],
    ['limit=', 'int_type', 'limit', 'Input should be a valid integer', ''],
    ['limit', 'int_type', 'limit', 'Input should be a valid integer', ''],
    ['limit=5.0', 'int_type', 'limit', 'Input should be a valid integer', '5.0'],
    ['limit=0', 'greater_than_equal', 'limit', 'Input should be greater than or equal to 1', '0'],
    ['limit=-3', 'greater_than_equal', 'limit', 'Input should be greater than or equal to 1', '-3'],
    ['limit=201', 'less_than_equal', 'limit', 'Input should be less than or equal to 200', '201'],
    ['recipient_email=ada', 'value_error', 'recipient_email', 'value is not a valid email address', 'ada'],
    ['cursor=', 'value_error', 'cursor', 'Value error, not a cursor of this list', ''],
    [`cursor=${id}`, 'value_error', 'cursor', 'Value error, not a cursor of this list', id],
    [
      `cursor=${encodeCursor(id)}=`,
      'value_error',
      'cursor',
      'Value error, not a cursor of this list',
      `${encodeCursor(id)}=`,
    ],
    ['cursor=%zz', 'value_error', 'cursor', 'Value error, malformed percent-encoding', '%zz'],
    ['other=%ED%A0%80', 'value_error', 'other', 'Value error, malformed percent-encoding', '%ED%A0%80'],
    ['%ff=1', 'value_error', '%ff', 'Value error, malformed percent-encoding', '1'],
    ['other=a%00', 'value_error', 'other', 'Value error, text must not contain a NUL character', 'a\0'],
    ['limit=%00&limit=5', 'value_error', 'limit', 'Value error, text must not contain a NUL character', '\0'],
    ['a%00=1', 'value_error', 'a\0', 'Value error, text must not contain a NUL character', 'a\0'],
  ])('is refused: %s', (query, ...[type, name, msg, input]) => {
    expect(readListQuery(query)).toEqual({
      outcome: 'invalid',
      faults: [{ type, loc: ['query', name], msg, input }],
    });
  });

  it('lists all its faults', () => {
    const query = readListQuery('cursor=x&limit=x&recipient_email=x');
    expect(query.outcome === 'invalid' && query.faults.map(({ loc }) => loc[1])).toEqual([
      'recipient_email',
      'limit',
      'cursor',
    ]);
  });
});
