import { parseJsonBody } from '../../shared/requests/json-body';
import { readBatchRequest } from './batch-request';

const read = (body: unknown) => readBatchRequest(parseJsonBody(Buffer.from(JSON.stringify(body))));

describe('the request around the items of a batch (MSG-15, LIMIT-3)', () => {
  it('has one to a hundred items of any content', () => {
    expect(read({ messages: [1, 'a\0b', { subject: '\0' }], note: 'x' })).toMatchObject({ ok: true });
    expect(read({ messages: Array(100).fill({}) })).toMatchObject({ ok: true });
  });

  it.each([
    [{}, 'missing'],
    [{ messages: null }, 'list_type'],
    [{ messages: [] }, 'too_short'],
    [{ messages: Array(101).fill({}) }, 'too_long'],
  ])('that is not valid spends the key (case %#)', (body, type) => {
    expect(read(body)).toMatchObject({
      ok: false,
      spendsKey: true,
      faults: [{ type, loc: ['body', 'messages'] }],
    });
  });

  it.each([
    [{ messages: [{}], note: 'a\0b' }, ['body', 'note']],
    [{ messages: [{}], 'no\0te': 1 }, ['body', 'no\0te']],
    [{ messages: [{}], deep: [{ note: '\ud800' }] }, ['body', 'deep', 0, 'note']],
    [{ messages: 'a\0b' }, ['body', 'messages']],
    [{ messages: { note: 'a\0b' } }, ['body', 'messages', 'note']],
    [['a\0b'], ['body', 0]],
  ])('with a text that cannot be stored leaves the key unspent (case %#)', (body, loc) => {
    expect(read(body)).toMatchObject({ ok: false, spendsKey: false, faults: [{ type: 'value_error', loc }] });
  });

  it('gets all its faults at once', () => {
    expect(read({ messages: [], note: '\0' })).toMatchObject({
      spendsKey: false,
      faults: [{ type: 'too_short' }, { type: 'value_error', loc: ['body', 'note'] }],
    });
  });
});
