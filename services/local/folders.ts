// The folders of the local instance, all inside the checkout.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Searched upwards, because this file runs from dist/ in the product and from its source in tests.
export const projectFolder = folderWithPackage(__dirname);

/** Data, logs and secrets of `npm start`. Each test run has its own folder below it. */
export const localFolder = join(projectFolder, '.local');

/** Files that are fetched or prepared once, then shared by `npm start` and the tests. */
export const preparedFolder = join(localFolder, 'parts');

function folderWithPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : folderWithPackage(dirname(folder));
}
