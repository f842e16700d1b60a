import { topics } from '../../../../schemas/topics';
import { aBusiness, aChange, BUSINESS, command, given } from '../fixtures/scenario';

const ENDPOINT = 'we_01kf0000000000000000000001';

const anEndpoint = (n: number, endpoint_id = ENDPOINT) =>
  command(n, {
    CreateEndpoint: {
      endpoint_id,
      url: 'https://hooks.example/a',
      event_types: ['message.opened'],
      description: 'orders',
      secret: Buffer.from('sealed'),
      masked_secret: 'whsec_…wxyz',
    },
  });
const deletion = (n: number, endpoint_id = ENDPOINT) => command(n, { DeleteEndpoint: { endpoint_id } });
const enabling = (n: number, endpoint_id = ENDPOINT) => command(n, { EnableEndpoint: { endpoint_id } });

describe('webhook endpoints', () => {
  test('a new endpoint is enabled, and its secret is stored as it came (HOOK-5)', () => {
    given(aBusiness())
      .when(anEndpoint(2))
      .then(({ status, body, written }) => {
        expect(status).toBe(201);
        expect(body).toEqual({
          id: ENDPOINT,
          url: 'https://hooks.example/a',
          event_types: ['message.opened'],
          description: 'orders',
          secret: 'whsec_…wxyz',
          disabled: false,
          disabled_at: null,
          consecutive_failures: 0,
          last_success_at: null,
          last_error: null,
          created_at: '2026-01-15T12:00:02.000Z',
        });
        expect(written.endpoints).toMatchObject([{ id: ENDPOINT, secret: Buffer.from('sealed') }]);
      });
  });

  const ten = Array.from({ length: 10 }, (_, index) => anEndpoint(index + 2, `we_${index}`));

  test('a business has at most ten endpoints (HOOK-3)', () => {
    given(aBusiness(), ...ten)
      .when(anEndpoint(20))
      .then(({ status, body, written }) => {
        expect([status, body]).toEqual([409, { error_code: 'webhook_endpoint.limit_reached' }]);
        expect(written.endpoints).toEqual([]);
      });
  });

  test('a deleted endpoint makes room for another', () => {
    given(aBusiness(), ...ten, deletion(20, 'we_3'))
      .when(anEndpoint(21))
      .then(({ status }) => expect(status).toBe(201));
  });

  test.each([
    ['deleted', deletion],
    ['enabled', enabling],
  ])('an endpoint that is unknown or of another business cannot be %s (HOOK-5)', (_what, request) => {
    given(aBusiness(), anEndpoint(2))
      .when({ ...request(3), business_id: 'biz_01kf0000000000000000000009' })
      .then(({ status, body }) => {
        expect([status, body]).toEqual([404, { error_code: 'webhook_endpoint.not_found' }]);
      });
    given(aBusiness())
      .when(request(2))
      .then(({ status }) => expect(status).toBe(404));
  });

  test('a deleted endpoint is gone, even if it was enabled just before (HOOK-19)', () => {
    given(aBusiness(), anEndpoint(2), enabling(3), deletion(4))
      .when(deletion(5))
      .then(({ status, written }) => {
        expect(status).toBe(404);
        expect(written.enabledEndpoints).toEqual([]);
      });
  });

  test('an event for merchants goes to the dispatcher at once, by its id', () => {
    given(aBusiness())
      .when(aChange(2, { plan: 'past_due' }))
      .then(({ outputs, written }) => {
        const [row] = written.events as { id: string }[];
        expect(outputs).toContainEqual({
          topic: topics.webhookEvents.name,
          key: BUSINESS,
          value: { business_id: BUSINESS, event_id: row!.id },
        });
      });
  });
});
