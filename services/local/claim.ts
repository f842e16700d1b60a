import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isRunning, type ProcessIdentity } from './process-record';

/** Makes this process the owner of a home. Answers with the owner's id where another living process is that already. */
export function claimHome(home: string): 'claimed' | { ownedBy: number } {
  mkdirSync(home, { recursive: true });
  for (;;) {
    if (linkedOwnerFile(home)) return 'claimed';
    const owner = livingOwner(home);
    if (owner !== undefined) return { ownedBy: owner };
    rmSync(ownerFile(home), { force: true });
  }
}

export function livingOwner(home: string): number | undefined {
  try {
    const owner = JSON.parse(readFileSync(ownerFile(home), 'utf8')) as ProcessIdentity;
    return isRunning(owner) ? owner.pid : undefined;
  } catch {
    return undefined;
  }
}

export function releaseHome(home: string): void {
  rmSync(ownerFile(home), { force: true });
}

/** Linked into place when it is whole: of two that start together one fails, and nobody reads half an owner. */
function linkedOwnerFile(home: string): boolean {
  const mine = join(home, `owner-${process.pid}`);
  writeFileSync(mine, JSON.stringify(identify(process.pid)));
  try {
    linkSync(mine, ownerFile(home));
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
