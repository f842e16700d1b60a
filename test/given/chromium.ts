import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { PATIENCE_MS } from './until';

/**
 * A real browser, with a profile that is new and deleted in the end. One is found on the machine or, where that is
 * possible, installed; `playwright install` would fetch its own from a host that many networks do not reach.
 */
export async function openChromium(): Promise<Browser> {
  const executablePath = findChromium() ?? installChromium();
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS, timeout: PATIENCE_MS });
  const newContext = browser.newContext.bind(browser);
  // Half a minute is too short for a page on a busy machine.
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}

/** Root cannot use the sandbox, and a container has none to give; what is opened here is our own. */
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page then starts two renderers and not three.
  '--renderer-process-limit=1',
];

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ON_A_MAC = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** `CHROME_PATH` if it is set, even where it leads nowhere: whoever set it wants no other. */
function findChromium(): string | undefined {
  const { CHROME_PATH: given = '', PATH = '' } = process.env;
  if (given !== '') return given;
  const onPath = NAMES.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  return [...onPath, ...ON_A_MAC].find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installChromium(): string {
  const isDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  const found = isDebian && installOnDebian() ? findChromium() : undefined;
  if (found !== undefined) return found;
  throw new Error(
    'These tests need a browser: install Chromium or Chrome (on Debian `apt-get install chromium`), or set CHROME_PATH to one.',
  );
}

/**
 * One test file at a time, for they run side by side and the second would find the package system locked. The list of packages
 * may be missing or old, as in every fresh container.
 */
function installOnDebian(): boolean {
  const install = 'apt-get install -y --no-install-recommends chromium';
  const script = `command -v chromium || ${install} || { apt-get update && ${install}; }`;
  const { status } = spawnSync('flock', [join(tmpdir(), 'install-chromium.lock'), 'sh', '-c', script], {
    stdio: 'ignore',
    timeout: 600_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}
