import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { schema } from 'avsc';

/** The folders of today's schemas and of those of the last release, relative to the project's root. */
export const AVRO_FOLDER = 'schemas/avro';
export const RELEASED_FOLDER = 'schemas/released';

/** The schemas of a folder, keyed by file name without `.avsc`. A folder that does not exist has none. */
export function readSchemas(folder: string): Map<string, schema.RecordType> {
  const schemas = new Map<string, schema.RecordType>();
  for (const file of filesOf(folder)) {
    if (!file.endsWith('.avsc')) continue;
    const parsed = JSON.parse(readFileSync(join(folder, file), 'utf8')) as schema.RecordType;
    schemas.set(file.slice(0, -'.avsc'.length), parsed);
  }
  return schemas;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
