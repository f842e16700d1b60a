import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file that contains keys: only our user can read it, and no reader sees it half-written. */
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
    // The message of the parser would quote part of the file.
    throw new Error(`${file} is damaged. Restore a copy of it, or delete ${dirname(file)} to start afresh.`);
  }
}
