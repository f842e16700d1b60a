import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type, type schema, type types } from 'avsc';
import { AVRO_FOLDER, readSchemas } from './avro-files';

const GENERATED_FOLDER = 'schemas/generated';

/**
 * Renders the TypeScript of one schema: its types, and the schema itself, so that no process reads schema files.
 *
 * The types come from avsc's type objects, not from the JSON, because avsc decides whether the values of a union are
 * wrapped (`{ TopUp: … }`) and under which name. A second implementation of that decision would drift from avsc's.
 */
export function renderModule(name: string, source: schema.RecordType): string {
  const declarations = new Map<string, string>();
  declare(Type.forSchema(source), declarations);
  return [
    `// Generated from ${AVRO_FOLDER}/${name}.avsc by \`npm run generate\`: edit that file.`,
    "import type { schema } from 'avsc';",
    ...declarations.values(),
    `export const ${camelCase(name)}Schema = ${JSON.stringify(source)} as schema.RecordType;`,
  ].join('\n\n');
}

/** Adds the declaration of a type, then those of the types it mentions. Returns the name to refer to it by. */
function declare(type: Type, declarations: Map<string, string>): string {
  switch (type.typeName) {
    case 'null':
    case 'boolean':
    case 'string':
      return type.typeName;
    case 'int':
    case 'long':
    case 'float':
    case 'double':
      return 'number';
    case 'bytes':
    case 'fixed':
      return 'Buffer';
    case 'array':
      return `(${declare((type as types.ArrayType).itemsType, declarations)})[]`;
    case 'map':
      return `Record<string, ${declare((type as types.MapType).valuesType as Type, declarations)}>`;
    case 'union:unwrapped':
    case 'union:wrapped':
      return declareUnion(type as types.WrappedUnionType, declarations);
    case 'enum':
      return declareEnum(type as types.EnumType, declarations);
    case 'record':
      return declareRecord(type as types.RecordType, declarations);
    default:
      throw new Error(`cannot render the Avro type ${type.typeName}: add it to schemas/generate.ts`);
  }
}

function declareUnion(union: types.WrappedUnionType, declarations: Map<string, string>): string {
  const branches = union.types.map((branch) => {
    const written = declare(branch, declarations);
    const wrapped = union.typeName === 'union:wrapped' && branch.typeName !== 'null';
    return wrapped ? `{ ${JSON.stringify(branch.branchName)}: ${written} }` : written;
  });
  // By convention null comes last in TypeScript; Avro needs it first to make it the default.
  return [
    ...branches.filter((branch) => branch !== 'null'),
    ...branches.filter((branch) => branch === 'null'),
  ].join(' | ');
}

function declareEnum(type: types.EnumType, declarations: Map<string, string>): string {
  const name = localName(type);
  const symbols = type.symbols.map((symbol) => JSON.stringify(symbol)).join(' | ');
  declarations.set(name, `${comment(type.doc)}export type ${name} = ${symbols};`);
  return name;
}

function declareRecord(type: types.RecordType, declarations: Map<string, string>): string {
  const name = localName(type);
  if (declarations.has(name)) return name;
  declarations.set(name, '');
  const fields = type.fields.map((field) => {
    const { doc } = field as types.Field & { doc?: string };
    return `${comment(doc)}${field.name}: ${declare(field.type, declarations)};`;
  });
  const body =
    fields.length === 0
      ? `type ${name} = Record<string, never>;`
      : `interface ${name} {\n${fields.join('\n')}\n}`;
  declarations.set(name, `${comment(type.doc)}export ${body}`);
  return name;
}

function localName(type: Type): string {
  if (type.name === undefined) throw new Error('a record or enum has no name: add one to its schema');
  return type.name.slice(type.name.lastIndexOf('.') + 1);
}

function comment(doc: string | undefined): string {
  return doc === undefined ? '' : `/** ${doc.replaceAll('*/', '*\\/')} */\n`;
}

function camelCase(kebab: string): string {
  return kebab.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** Updates the generated files. With `--check` it only lists those that are out of date, and fails. */
async function main(): Promise<void> {
  const checkOnly = process.argv.includes('--check');
  const wanted = await renderAll();
  const stale = [...wanted].filter(
    ([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text,
  );
  const orphaned = existsSync(GENERATED_FOLDER)
    ? readdirSync(GENERATED_FOLDER)
        .map((file) => join(GENERATED_FOLDER, file))
        .filter((path) => !wanted.has(path))
    : [];
  if (!checkOnly) {
    mkdirSync(GENERATED_FOLDER, { recursive: true });
    for (const [path, text] of stale) writeFileSync(path, text);
    for (const path of orphaned) rmSync(path);
  } else if (stale.length + orphaned.length > 0) {
    const paths = [...stale.map(([path]) => path), ...orphaned];
    process.stderr.write(
      `Out of date, run \`npm run generate\`:\n${paths.map((path) => `  ${path}\n`).join('')}`,
    );
    process.exitCode = 1;
  }
}

async function renderAll(): Promise<Map<string, string>> {
  const prettier = await import('prettier');
  const modules = new Map<string, string>();
  for (const [name, source] of readSchemas(AVRO_FOLDER)) {
    const path = join(GENERATED_FOLDER, `${name}.ts`);
    const options = await prettier.resolveConfig(path);
    modules.set(path, await prettier.format(renderModule(name, source), { ...options, filepath: path }));
  }
  return modules;
}

if (require.main === module) void main();
