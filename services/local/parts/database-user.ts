// PostgreSQL refuses to run as root. If we are root, it runs as another user, who has to be able to reach its binaries
// and its data. That user cannot enter a checkout in a private home folder.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface DatabaseUser {
  readonly uid: number;
  readonly gid: number;
}

/** Returns undefined if we are not root: PostgreSQL then runs as our own user. */
export function databaseUser(): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf(name, '-u'), idOf(name, '-g')];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a user postgres nor a user nobody. Add one of ' +
      'them, or start Nudgeline as another user.',
  );
}

/** Creates and returns the folder, or one below /var/lib in its place if that user cannot reach it. */
export function placeFor(folder: string): string {
  mkdirSync(folder, { recursive: true });
  if (databaseUserCanEnter(folder)) return folder;
  const all = '/var/lib/nudgeline';
  const place = join(all, createHash('sha256').update(folder).digest('hex').slice(0, 12));
  mkdirSync(place, { recursive: true });
  for (const made of [all, place]) chmodSync(made, 0o755);
  return place;
}

export function giveToDatabaseUser(folder: string): void {
  const user = databaseUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
}

export function databaseUserCanEnter(folder: string): boolean {
  return databaseUser() === undefined || everyoneCanEnter(folder);
}

function everyoneCanEnter(folder: string): boolean {
  const open = (statSync(folder).mode & 0o001) !== 0;
  return open && (folder === dirname(folder) || everyoneCanEnter(dirname(folder)));
}

function idOf(name: string, which: '-u' | '-g'): number | undefined {
  try {
    return Number(
      execFileSync('id', [which, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return undefined;
  }
}
