import { prepareAttempt } from './prepare';

const NOW = Date.UTC(2026, 0, 15, 12);
const attempt = {
  event: {
    id: 'evt_1',
    type: 'message.delivered',
    occurredAt: new Date(NOW),
    data: { message_id: 'msg_1' },
  },
  endpoint: { url: 'https://shop.example/hooks', secret: 'whsec_c2VjcmV0' },
  dateMs: NOW + 999,
};

describe('an attempt is prepared (HOOK-10)', () => {
  it('with the signature that OpenSSL makes of the time, a dot and the body, with the whole secret as key', () => {
    expect(prepareAttempt(attempt)).toEqual({
      url: 'https://shop.example/hooks',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Nudgeline-Webhooks/1',
        'X-Service-Event': 'message.delivered',
        'X-Service-Delivery': 'evt_1',
        // printf '1768478400.{"data":…}' | openssl dgst -sha256 -hmac whsec_c2VjcmV0
        'X-Service-Signature':
          't=1768478400,v1=2f6fbc4bbed18571474cee0ff9fe42b0135eb0d0cb0283ae520704b48fac0c69',
      },
      body: '{"data":{"message_id":"msg_1"},"id":"evt_1","occurred_at":"2026-01-15T12:00:00.000+00:00","type":"message.delivered"}',
    });
  });

  it('with the same id and body each time, but a new time and signature', () => {
    const first = prepareAttempt(attempt);
    const second = prepareAttempt({ ...attempt, dateMs: NOW + 5_000 });
    expect(second.body).toBe(first.body);
    expect(second.headers['X-Service-Delivery']).toBe(first.headers['X-Service-Delivery']);
    expect(second.headers['X-Service-Signature']).toMatch(/^t=1768478405,v1=[0-9a-f]{64}$/);
    expect(second.headers['X-Service-Signature']).not.toBe(first.headers['X-Service-Signature']);
  });

  it('with another signature for another secret', () => {
    const endpoint = { ...attempt.endpoint, secret: 'whsec_b3RoZXI' };
    const signatures = [attempt, { ...attempt, endpoint }].map(
      (each) => prepareAttempt(each).headers['X-Service-Signature'],
    );
    expect(new Set(signatures).size).toBe(2);
  });
});
