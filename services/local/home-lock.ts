import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isRunning, type ProcessIdentity } from './process-record';

type Claim = 'claimed' | { readonly ownedBy: number };

/** Makes this process the owner of a home folder. If another living process owns it, returns the id of that process. */
export function lockHome(home: string): Claim {
  mkdirSync(home, { recursive: true });
  return claimFile(ownerFile(home));
}

export function livingOwner(home: string): number | undefined {
  const owner = ownerIn(ownerFile(home));
  return typeof owner === 'number' ? owner : undefined;
}

export function releaseHome(home: string): void {
  rmSync(ownerFile(home), { force: true });
}

function claimFile(file: string): Claim {
  for (;;) {
    if (linkedInto(file)) return 'claimed';
    const owner = ownerIn(file);
    if (typeof owner === 'number') return { ownedBy: owner };
    if (owner === 'dead') removeDeadOwner(file);
  }
}

/**
 * Removes a dead owner under a lock, after checking again. Otherwise, of two processes that found the same dead owner,
 * the slower would remove the claim that the faster has just made, and both would own the home.
 */
function removeDeadOwner(file: string): void {
  const turn = `${file}-removing`;
  if (claimFile(turn) !== 'claimed') return;
  if (ownerIn(file) === 'dead') rmSync(file);
  rmSync(turn);
}

/** Returns the process id of the owner if it is running. */
function ownerIn(file: string): number | 'dead' | 'none' {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
    return isRunning(owner) ? owner.pid : 'dead';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'none' : 'dead';
  }
}

/** Links a complete file into place, so that one of two concurrent starts fails and no process reads half a file. */
function linkedInto(file: string): boolean {
  const mine = `${file}-${process.pid}`;
  writeFileSync(mine, JSON.stringify(identify(process.pid)));
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(mine);
  }
}

function ownerFile(home: string): string {
  return join(home, 'owner');
}
