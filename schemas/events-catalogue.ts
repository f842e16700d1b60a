import { readFileSync, writeFileSync } from 'node:fs';
import type { Schema, schema } from 'avsc';
import { eventTypes, type EventType } from './events';
import type { Topic } from './topics';

const DOCUMENT = 'docs/events.md';
const BEGIN = '<!-- events: written by `npm run catalogue` from schemas/events.ts and schemas/avro -->';
const END = '<!-- /events -->';

type Catalogue = Readonly<
  Record<string, Omit<EventType, 'topic'> & { readonly topic: Pick<Topic<unknown>, 'name' | 'schema'> }>
>;

/**
 * Rewrites the catalogue of events between the two markers of a document, so that docs/events.md cannot fall behind the
 * code (EVENT-14). Returns null if the document lacks the markers.
 */
export function withCatalogue(document: string, types: Catalogue): string | null {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin === -1 || end < begin) return null;
  const before = document.slice(0, begin + BEGIN.length);
  return [before, renderTypes(types), ...renderRecords(types), document.slice(end)].join('\n\n');
}

function renderTypes(types: Catalogue): string {
  const rows = Object.entries(types).map(([type, { topic, webhook, doc }]) => [
    `\`${type}\``,
    doc,
    `\`${topic.name}\``,
    webhook ? 'yes' : '',
  ]);
  return table(['type', 'when', 'topic', 'webhook'], rows);
}

/** One section for each record, because several topics may share one. */
function renderRecords(types: Catalogue): string[] {
  const topicsOf = new Map<schema.RecordType, Set<string>>();
  for (const { topic } of Object.values(types)) {
    const record = topic.schema as schema.RecordType;
    topicsOf.set(record, (topicsOf.get(record) ?? new Set()).add(`\`${topic.name}\``));
  }
  return [...topicsOf].flatMap(([record, topics]) => [
    `### \`${[record.namespace, record.name].join('.')}\``,
    [`On ${[...topics].join(', ')}.`, record.doc ?? ''].join('\n').trimEnd(),
    table(
      ['field', 'type', 'what'],
      record.fields.map(({ name, type, doc }) => [`\`${name}\``, typeText(type), doc ?? '']),
    ),
  ]);
}

/** A short name for readers; the exact type is in the schema. */
function typeText(type: Schema): string {
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) {
    const present = type.filter((member) => member !== 'null').map(typeText);
    return [...present, ...(type.includes('null') ? ['null'] : [])].join(' or ');
  }
  const { logicalType, type: plain } = type as { logicalType?: string; type: string };
  return logicalType ?? plain;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map(() => '---');
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Updates the document. With `--check` it only reports that the document is out of date, and fails. */
function main(): void {
  const current = readFileSync(DOCUMENT, 'utf8');
  const wanted = withCatalogue(current, eventTypes);
  if (wanted === null) {
    fail(`${DOCUMENT} lacks the markers of the list of events. Add these two lines:\n  ${BEGIN}\n  ${END}\n`);
  } else if (wanted !== current) {
    if (process.argv.includes('--check')) fail(`Out of date, run \`npm run catalogue\`:\n  ${DOCUMENT}\n`);
    else writeFileSync(DOCUMENT, wanted);
  }
}

function fail(message: string): void {
  process.stderr.write(message);
  process.exitCode = 1;
}

if (require.main === module) main();
