import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { schema } from 'avsc';

/** The schemas as they are written now, and as they were at the last release. Both relative to the project's root. */
export const AVRO_FOLDER = 'schemas/avro';
export const RELEASED_FOLDER = 'schemas/released';

/** The schemas of a folder by file name without its ending; none where the folder does not exist yet. */
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
