import fc from 'fast-check';
import { isPublicAddress } from './public-address';

describe('an address is public (HOOK-1)', () => {
  it.each([
    '1.1.1.1',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.0.1',
  ])('%s is', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each(['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450:4001:81b::200e'])('%s is', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT, metadata of a cloud', '100.100.100.200'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local, metadata of most clouds', '169.254.169.254'],
    ['protocol assignments, metadata of a cloud', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarking', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['host of a virtual machine', '168.63.129.16'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped, of a public address', '::ffff:1.1.1.1'],
    ['IPv4-mapped, in hexadecimal', '::ffff:7f00:1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::127.0.0.1'],
    ['NAT64 of a network', '64:ff9b:1::127.0.0.1'],
    ['6to4', '2002:7f00:1::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['ORCHID', '2001:20::1'],
    ['benchmarking', '2001:2::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['unique local', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['public with a zone', '2606:4700:4700::1111%lo'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['discard', '100::1'],
    ['segment routing', '5f00::1'],
    ['not allocated', '4000::1'],
    ['hexadecimal notation', '0x7f.1'],
    ['hexadecimal notation of a public address', '0x01010101'],
    ['octal notation', '0177.0.0.1'],
    ['a number', '2130706433'],
    ['three parts', '127.0.1'],
    ['a name', 'example.com'],
    ['nothing', ''],
  ])('%s (%s) is not', (_what, address) => expect(isPublicAddress(address)).toBe(false));

  it('no address of a private network is, as IPv4 or embedded in IPv6', () => {
    const byte = fc.nat({ max: 255 });
    fc.assert(
      fc.property(fc.constantFrom('10', '127'), byte, byte, byte, (network, b, c, d) => {
        const address = [network, b, c, d].join('.');
        for (const form of [address, `::ffff:${address}`, `64:ff9b::${address}`, `::${address}`]) {
          expect(isPublicAddress(form)).toBe(false);
        }
      }),
    );
  });
});
