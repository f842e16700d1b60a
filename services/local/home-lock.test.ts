import { mkdtempSync, rmSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockHome, livingOwner, releaseHome } from './home-lock';
import * as processRecord from './process-record';

jest.mock('./process-record', () => ({
  __esModule: true,
  ...jest.requireActual<object>('./process-record'),
}));

describe('a locked home', () => {
  const home = mkdtempSync(join(tmpdir(), 'claim-'));
  const owner = join(home, 'owner');
  const dead = JSON.stringify({ pid: process.pid, startedAt: 'long ago' });

  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(owner, { force: true });
  });
  afterAll(() => rmSync(home, { recursive: true }));

  it('has one owner until that owner releases it', () => {
    expect(lockHome(home)).toBe('claimed');
    expect(lockHome(home)).toEqual({ ownedBy: process.pid });
    releaseHome(home);
    expect(readdirSync(home)).toEqual([]);
  });

  it.each([
    ['its identity', dead],
    ['an empty file', ''],
    ['half of its identity', '{"pid":'],
  ])('is taken over from a dead owner that left %s', (_what, left) => {
    writeFileSync(owner, left);
    expect(lockHome(home)).toBe('claimed');
    expect(livingOwner(home)).toBe(process.pid);
    expect(readdirSync(home)).toEqual(['owner']);
  });

  it('is taken over even if another process died while it took the home over', () => {
    writeFileSync(owner, dead);
    writeFileSync(`${owner}-removing`, dead);
    expect(lockHome(home)).toBe('claimed');
    expect(readdirSync(home)).toEqual(['owner']);
  });

  it('is taken over by only one of two processes that find the same dead owner', () => {
    writeFileSync(owner, dead);
    const { isRunning } = processRecord;
    const faster: unknown[] = [];
    jest.spyOn(processRecord, 'isRunning').mockImplementationOnce((found) => {
      faster.push(lockHome(home));
      return isRunning(found);
    });
    const slower = lockHome(home);
    expect([...faster, slower]).toEqual(['claimed', { ownedBy: process.pid }]);
  });
});
