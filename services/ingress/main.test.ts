import { ingressService } from './main';

jest.mock('undici', () => {
  throw new Error('undici is loaded at the start');
});

test('an ingress starts without loading the client that only tests of endpoints need', () => {
  expect(ingressService.name).toBe('ingress');
});
