import { Type, type Schema, type schema, type types } from 'avsc';
import { AVRO_FOLDER, RELEASED_FOLDER, readSchemas } from './avro-files';

/**
 * Checks that today's schemas can read what the last release wrote (`BACKWARD`).
 *
 * avsc's resolver alone is not enough: it ignores logical types, throws a TypeError when a map became a record, and
 * names only the union when something inside it cannot be read. So this walk comes first, and names the field.
 */
export function incompatibilities(
  released: ReadonlyMap<string, schema.RecordType>,
  current: ReadonlyMap<string, schema.RecordType>,
): string[] {
  return [...released].flatMap(([name, writerSchema]) => {
    const readerSchema = current.get(name);
    if (readerSchema === undefined) {
      return [`${name}: was released and is gone; keep its schema, because its topic may still hold records`];
    }
    return schemaIncompatibilities(readerSchema, writerSchema).map((problem) => `${name}: ${problem}`);
  });
}

interface Walk {
  readonly problems: string[];
  /** Pairs of records that have been compared: a schema may mention itself. */
  readonly seen: Set<string>;
  readonly logicalTypes: Map<Type, string>;
}

function schemaIncompatibilities(readerSchema: Schema, writerSchema: Schema): string[] {
  const walk: Walk = { problems: [], seen: new Set(), logicalTypes: new Map() };
  const reader = parse(readerSchema, walk.logicalTypes);
  const writer = parse(writerSchema, walk.logicalTypes);
  compare(reader, writer, reader.name ?? reader.typeName, walk);
  if (walk.problems.length > 0) return walk.problems;
  try {
    reader.createResolver(writer);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** avsc drops logical types that it has no class for. The hook records each beside the plain type. */
function parse(source: Schema, logicalTypes: Map<Type, string>): Type {
  return Type.forSchema(source, {
    typeHook: (part, options) => {
      if (typeof part !== 'object' || !('logicalType' in part)) return undefined;
      const { logicalType, ...plain } = part;
      const type = Type.forSchema(plain, options);
      logicalTypes.set(type, logicalType);
      return type;
    },
  });
}

function compare(reader: Type, writer: Type, path: string, walk: Walk): void {
  if (isUnion(writer)) {
    for (const branch of writer.types) compare(reader, branch, path, walk);
  } else if (isUnion(reader)) {
    const branch = branchFor(reader, writer);
    if (branch !== undefined) compare(branch, writer, `${path}.${described(branch)}`, walk);
    else walk.problems.push(`${path}: the union can no longer hold ${described(writer)}`);
  } else if (!canPromote(writer.typeName, reader.typeName) || !sameName(reader, writer)) {
    walk.problems.push(`${path}: was ${described(writer)}, cannot be read as ${described(reader)}`);
  } else {
    compareLogicalTypes(reader, writer, path, walk);
    compareParts(reader, writer, path, walk);
  }
}

function compareLogicalTypes(reader: Type, writer: Type, path: string, walk: Walk): void {
  const was = walk.logicalTypes.get(writer);
  const is = walk.logicalTypes.get(reader);
  if (was === is) return;
  walk.problems.push(`${path}: meant ${was ?? 'a plain value'}, now means ${is ?? 'a plain value'}`);
}

function compareParts(reader: Type, writer: Type, path: string, walk: Walk): void {
  switch (reader.typeName) {
    case 'record':
      compareFields(reader as types.RecordType, writer as types.RecordType, path, walk);
      break;
    case 'enum':
      compareSymbols(reader as types.EnumType, writer as types.EnumType, path, walk);
      break;
    case 'array':
      compare(
        (reader as types.ArrayType).itemsType,
        (writer as types.ArrayType).itemsType,
        `${path}[]`,
        walk,
      );
      break;
    case 'map':
      compare(valuesOf(reader), valuesOf(writer), `${path}{}`, walk);
      break;
    case 'fixed':
      if ((reader as types.FixedType).size === (writer as types.FixedType).size) break;
      walk.problems.push(`${path}: the number of bytes has changed`);
      break;
    default: // A primitive has no parts.
  }
}

function compareFields(reader: types.RecordType, writer: types.RecordType, path: string, walk: Walk): void {
  const pair = `${String(reader.name)}:${String(writer.name)}`;
  if (walk.seen.has(pair)) return;
  walk.seen.add(pair);
  for (const field of reader.fields) {
    const written = writer.fields.find(({ name }) => name === field.name || field.aliases.includes(name));
    if (written !== undefined) {
      compare(field.type, written.type, `${path}.${field.name}`, walk);
    } else if (field.defaultValue() === undefined) {
      walk.problems.push(`${path}.${field.name}: a new field needs a default, because older records lack it`);
    }
  }
}

function compareSymbols(reader: types.EnumType, writer: types.EnumType, path: string, walk: Walk): void {
  const hasDefault = (reader as types.EnumType & { default?: string }).default !== undefined;
  const lost = writer.symbols.filter((symbol) => !reader.symbols.includes(symbol));
  if (hasDefault || lost.length === 0) return;
  walk.problems.push(`${path}: the enum lost ${lost.join(', ')} and has no default to read them as`);
}

const PROMOTIONS: Readonly<Record<string, readonly string[]>> = {
  int: ['long', 'float', 'double'],
  long: ['float', 'double'],
  float: ['double'],
  string: ['bytes'],
  bytes: ['string'],
};

function canPromote(from: string, to: string): boolean {
  return from === to || (PROMOTIONS[from]?.includes(to) ?? false);
}

/** Prefers the branch of the same kind and name, then one that the value can be promoted to. */
function branchFor(union: types.WrappedUnionType, writer: Type): Type | undefined {
  const named = union.types.filter((branch) => sameName(branch, writer));
  return (
    named.find((branch) => branch.typeName === writer.typeName) ??
    named.find((branch) => canPromote(writer.typeName, branch.typeName))
  );
}

function sameName(reader: Type, writer: Type): boolean {
  if (writer.name === undefined || reader.name === undefined) return writer.name === reader.name;
  return reader.name === writer.name || (reader.aliases?.includes(writer.name) ?? false);
}

function isUnion(type: Type): type is types.WrappedUnionType {
  return type.typeName.startsWith('union');
}

function valuesOf(map: Type): Type {
  return (map as types.MapType).valuesType as Type;
}

function described(type: Type): string {
  return type.name ?? type.typeName;
}

function main(): void {
  const problems = incompatibilities(readSchemas(RELEASED_FOLDER), readSchemas(AVRO_FOLDER));
  if (problems.length === 0) return;
  process.stderr.write(`These schemas cannot read what the last release wrote:\n`);
  for (const problem of problems) process.stderr.write(`  ${problem}\n`);
  process.exitCode = 1;
}

if (require.main === module) main();
