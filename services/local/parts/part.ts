import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Child } from '../child';

/** A running server that the product needs, ready for use. */
export interface Part extends Child {
  /** Name and version, for people. */
  readonly title: string;
  /** The value for the environment variable of the part. */
  readonly url: string;
  /** Host and port. */
  readonly address: string;
}

/** Returns the version that a binary reports, or undefined if it cannot be run. */
export async function reportedVersion(binary: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(binary, ['--version']);
    return /\d+\.\d+(\.\d+)?/.exec(stdout)?.[0];
  } catch {
    return undefined;
  }
}
