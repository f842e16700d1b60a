import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generate } from 'selfsigned';

/** A certificate and its private key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * The certificate of the sinks, in a file from which other processes read it to trust it. It is self-signed and valid
 * only for the loopback address, because an authority that is trusted once could sign certificates for any host.
 */
export async function sinkCertificate(caFile: string): Promise<Certificate> {
  const kept = readCertificate(caFile);
  if (kept !== undefined && isUsable(kept)) return kept;
  const made = await makeCertificate();
  mkdirSync(dirname(caFile), { recursive: true });
  writeWhole(keyFile(caFile), made.key);
  writeWhole(caFile, made.cert);
  return made;
}

const DAY_MS = 24 * 60 * 60_000;
/** A certificate that could expire while it is in use is renewed at start-up. */
const LEAST_DAYS = 30;

function keyFile(caFile: string): string {
  return `${caFile}.key`;
}

function readCertificate(caFile: string): Certificate | undefined {
  if (!existsSync(caFile) || !existsSync(keyFile(caFile))) return undefined;
  return { cert: readFileSync(caFile, 'utf8'), key: readFileSync(keyFile(caFile), 'utf8') };
}

function isUsable({ cert, key }: Certificate): boolean {
  try {
    const certificate = new X509Certificate(cert);
    const lastsUntil = Date.parse(certificate.validTo);
    return (
      lastsUntil > Date.now() + LEAST_DAYS * DAY_MS && certificate.checkPrivateKey(createPrivateKey(key))
    );
  } catch {
    return false;
  }
}

async function makeCertificate(): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: 'Nudgeline simulator' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + 2 * 365 * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/** Writes a file that only we can read and that nobody sees half-written. */
function writeWhole(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, file);
}
