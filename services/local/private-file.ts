import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Files that hold keys: readable by us alone, and never seen half-written. */
export function writePrivateJson(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}

export function readPrivateJson(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The parser's own words would repeat some of the file.
    throw new Error(`${file} is damaged. Put a copy of it back, or delete ${dirname(file)} to begin anew.`);
  }
}
