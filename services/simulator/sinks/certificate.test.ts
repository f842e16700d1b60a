import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sinkCertificate } from './certificate';

describe('the certificate of the sinks', () => {
  const home = mkdtempSync(join(tmpdir(), 'sinks-'));
  const caFile = join(home, 'folder-to-be', 'ca.pem');
  afterAll(() => rmSync(home, { recursive: true }));

  it('survives a restart, and a broken one is replaced', async () => {
    const first = await sinkCertificate(caFile);
    expect(readFileSync(caFile, 'utf8')).toBe(first.cert);
    expect(await sinkCertificate(caFile)).toEqual(first);
    writeFileSync(`${caFile}.key`, 'not a key');
    const renewed = await sinkCertificate(caFile);
    expect(renewed.cert).not.toBe(first.cert);
    expect(await sinkCertificate(caFile)).toEqual(renewed);
  });

  it('is valid only for this machine', async () => {
    const certificate = new X509Certificate((await sinkCertificate(caFile)).cert);
    expect(certificate.ca).toBe(false);
    expect(certificate.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1');
  });
});
