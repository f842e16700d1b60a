import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AVRO_FOLDER, RELEASED_FOLDER } from './avro-files';

/**
 * Makes today's schemas the ones that later changes are compared with. Run it when a release is cut, never to silence
 * the compatibility check: records of a released version stay on the topics for their whole retention.
 */
function main(): void {
  for (const file of readdirSync(AVRO_FOLDER)) {
    cpSync(join(AVRO_FOLDER, file), join(RELEASED_FOLDER, file));
  }
}

main();
