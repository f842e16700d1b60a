import { ingressService } from './main';

jest.mock('undici', () => {
  throw new Error('undici is loaded at the start');
});

test('an ingress starts without what it needs only to test an endpoint', () => {
  expect(ingressService.name).toBe('ingress');
});
