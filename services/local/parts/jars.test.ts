import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as folders from '../folders';
import { readRecords } from '../process-record';
import { stopRecorded } from '../stop-processes';
import { fetchServers } from './jars';

jest.mock('../folders', () => ({ __esModule: true, ...jest.requireActual<object>('../folders') }));

describe('the download of the servers', () => {
  const base = mkdtempSync(join(tmpdir(), 'jars-'));
  const [home, anotherHome] = [join(base, 'home'), join(base, 'another-home')];
  const path = process.env['PATH'];

  beforeAll(() => {
    Object.assign(folders, { localFolder: anotherHome, preparedFolder: join(base, 'parts') });
    const programs = join(base, 'bin');
    mkdirSync(programs);
    writeFileSync(join(programs, 'mvn'), '#!/bin/sh\nexec sleep 60\n');
    chmodSync(join(programs, 'mvn'), 0o755);
    process.env['PATH'] = `${programs}:${path}`;
  });
  afterAll(() => {
    process.env['PATH'] = path;
    rmSync(base, { recursive: true });
  });

  it('ends when its own home is stopped, but not when another home is', async () => {
    const givenUp = expect(fetchServers(home)).rejects.toThrow('Maven was ended by SIGTERM');
    while (readRecords(home).length + readRecords(anotherHome).length === 0) await delay(10);
    await stopRecorded(anotherHome);
    expect(readRecords(home)).toHaveLength(1);
    await stopRecorded(home);
    await givenUp;
  });
});
