import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isRunning, type ProcessIdentity } from './process-record';

type Claim = 'claimed' | { readonly ownedBy: number };

/** Makes this process the owner of a home. Answers with the owner's id where another living process is that already. */
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
 * One at a time, and after another look: of two that have found the same dead owner, the slower would otherwise remove the
 * claim that the faster has made meanwhile, and both would own the home.
 */
function removeDeadOwner(file: string): void {
  const turn = `${file}-removing`;
  if (claimFile(turn) !== 'claimed') return;
  if (ownerIn(file) === 'dead') rmSync(file);
  rmSync(turn);
}

/** The owner's process id, if it lives. */
function ownerIn(file: string): number | 'dead' | 'none' {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
    return isRunning(owner) ? owner.pid : 'dead';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'none' : 'dead';
  }
}

/** Linked into place when it is whole: of two that start together one fails, and nobody reads half an owner. */
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
