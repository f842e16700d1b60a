// Where the local instance keeps its things. Every path below is inside the checkout.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Found by looking upwards, because this file runs from dist/ in the product and from its source in the tests.
export const projectFolder = folderWithPackage(__dirname);

/** Data, logs and secrets of `npm start`; the tests have folders of their own below it. */
export const localFolder = join(projectFolder, '.local');

/** What is fetched or prepared once and then shared by `npm start` and the tests. */
export const preparedFolder = join(localFolder, 'parts');

function folderWithPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : folderWithPackage(dirname(folder));
}
