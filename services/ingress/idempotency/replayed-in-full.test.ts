import { REPLAYED_HEADER } from '../../shared/command-gateway';
import { jsonReply, type HttpReply } from '../../shared/http/reply';
import { PUSH_RESULT_FIELDS } from '../../../schemas/api/response-shapes';
import { replayedInFull } from './replayed-in-full';

const whole = Object.fromEntries(PUSH_RESULT_FIELDS.map((field) => [field, 'recorded']));
const { sms_units: _later, ...before } = whole;

function replayed(status: number, body: object): HttpReply {
  const reply = jsonReply(status, body);
  return { ...reply, headers: { ...reply.headers, [REPLAYED_HEADER]: 'true' } };
}

function bodyOf({ body }: HttpReply): unknown {
  return JSON.parse(body);
}

describe('a response that was recorded before a field existed (IDEM-20)', () => {
  it('replays with that field null', () => {
    expect(bodyOf(replayedInFull(replayed(201, before)))).toEqual({ ...whole, sms_units: null });
  });

  it('replays each pushed item of a batch so, and leaves failed items alone', () => {
    const failed = { index: 1, ok: false, result: null };
    const results = [{ index: 0, ok: true, result: before }, failed];
    expect(bodyOf(replayedInFull(replayed(200, { results })))).toEqual({
      results: [{ index: 0, ok: true, result: { ...whole, sms_units: null } }, failed],
    });
  });

  it('otherwise stays the same byte for byte', () => {
    const spaced = { ...replayed(201, whole), body: `${JSON.stringify(whole)} ` };
    expect(replayedInFull(spaced)).toBe(spaced);
  });

  it('changes neither a first answer nor a refusal', () => {
    const [first, refused] = [jsonReply(201, before), replayed(422, { error_code: 'x' })];
    expect([replayedInFull(first), replayedInFull(refused)]).toEqual([first, refused]);
  });
});
