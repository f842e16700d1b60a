import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOnce } from './make-once';

describe('a folder that is made once', () => {
  const base = mkdtempSync(join(tmpdir(), 'make-once-'));
  const folder = join(base, 'folder');
  const build = (unfinished: string): Promise<void> => {
    writeFileSync(join(unfinished, 'content'), '');
    return Promise.resolve();
  };

  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  afterAll(() => rmSync(base, { recursive: true }));

  it('is built once if several callers ask for it together', async () => {
    let builds = 0;
    const counted = (unfinished: string): Promise<void> => {
      builds++;
      return build(unfinished);
    };
    await Promise.all([makeOnce(folder, counted), makeOnce(folder, counted)]);
    await makeOnce(folder, counted);
    expect(builds).toBe(1);
  });

  it('does not exist after a failed build, and can be built again', async () => {
    const failing = async (unfinished: string): Promise<void> => {
      await build(unfinished);
      throw new Error('cut off');
    };
    await expect(makeOnce(folder, failing)).rejects.toThrow('cut off');
    expect(readdirSync(base)).toEqual([]);
    await makeOnce(folder, build);
    expect(existsSync(join(folder, 'content'))).toBe(true);
  });

  it('is taken from another process that was faster', async () => {
    await makeOnce(folder, async (unfinished) => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'theirs'), '');
      await build(unfinished);
    });
    expect(readdirSync(folder)).toEqual(['theirs']);
    expect(readdirSync(base)).toEqual(['folder']);
  });

  it('replaces an unfinished folder of a killed process', async () => {
    mkdirSync(`${folder}.unfinished-${process.pid}-1`);
    await makeOnce(folder, build);
    expect(readdirSync(base)).toEqual(['folder']);
  });
});
