import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Child } from '../child';

/** A server the product stands on, running and ready. */
export interface Part extends Child {
  /** Name and version, for people. */
  readonly title: string;
  /** What the part's environment variable takes. */
  readonly url: string;
  /** Host and port. */
  readonly address: string;
}

/** The version a system's binary reports, or nothing where it cannot be run. */
export async function reportedVersion(binary: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(binary, ['--version']);
    return /\d+\.\d+(\.\d+)?/.exec(stdout)?.[0];
  } catch {
    return undefined;
  }
}
