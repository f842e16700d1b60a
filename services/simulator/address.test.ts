import { normaliseAddress } from './address';

describe('normalised addresses', () => {
  it.each([
    [' Ada@Example.COM ', 'ada@example.com'],
    ['ada 1@example.com', 'ada+1@example.com'],
    ['ada', undefined],
    ['a@b@c', undefined],
    ['<ada@example.com>', undefined],
    [`${'a'.repeat(250)}@b.example`, undefined],
  ])('mail: %j is %j', (text, address) => {
    expect(normaliseAddress('email', text)).toBe(address);
  });

  it.each([
    ['+49 (151) 123-456', '+49151123456'],
    [' 49151123456', '+49151123456'],
    ['49151123456', '+49151123456'],
    ['0151123456', undefined],
    ['12345', undefined],
    ['+49151x', undefined],
    ['1234567890123456', undefined],
  ])('numbers: %j is %j', (text, address) => {
    expect(normaliseAddress('sms', text)).toBe(address);
  });
});
