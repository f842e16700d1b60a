import { callerAddress } from './unfinished-bodies';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  [undefined, ''],
])('%s counts as %s, because a caller has a whole IPv6 network', (address, counted) => {
  expect(callerAddress(address)).toBe(counted);
});
