import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** A real browser with a profile of its own, which ends with it. */
export async function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findOrInstall(), args: FLAGS });
}

/** Nothing of its own goes out to the network, and it runs as root in a container. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function findOrInstall(): string {
  const found = find();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    spawnSync('apt-get', ['install', '-y', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
  }
  const installed = find();
  if (installed !== undefined) return installed;
  throw new Error('Chromium or Chrome is needed: install it (Debian: chromium) or set CHROME_PATH.');
}

function find(): string | undefined {
  const given = process.env['CHROME_PATH'];
  if (given !== undefined && given !== '') return given;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
}
