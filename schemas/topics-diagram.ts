import { readFileSync, writeFileSync } from 'node:fs';
import type { schema } from 'avsc';
import { allTopics, type Topic } from './topics';

const DOCUMENT = 'docs/architecture.md';
const BEGIN = '<!-- topics: written by `npm run diagram` from schemas/topics.ts -->';
const END = '<!-- /topics -->';

type DrawnTopic = Pick<
  Topic<unknown>,
  'name' | 'doc' | 'key' | 'schema' | 'retentionMs' | 'writers' | 'readers'
>;

/**
 * Rewrites the diagram and the table of topics between the two markers of a document, so that docs/architecture.md
 * cannot fall behind the code. Returns null if the document lacks the markers.
 */
export function withTopics(document: string, topics: readonly DrawnTopic[]): string | null {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin === -1 || end < begin) return null;
  const before = document.slice(0, begin + BEGIN.length);
  return `${before}\n\n${renderDiagram(topics)}\n\n${renderTable(topics)}\n\n${document.slice(end)}`;
}

function renderDiagram(topics: readonly DrawnTopic[]): string {
  const parties = [...new Set(topics.flatMap(({ writers, readers }) => [...writers, ...readers]))];
  return [
    '```mermaid',
    'flowchart LR',
    ...parties.map((party) => `  ${nodeOf(party)}["${party}"]`),
    ...topics.map(({ name }) => `  ${topicNodeOf(name)}[/"${name}"/]`),
    ...topics.flatMap(({ name, writers, readers }) => [
      ...writers.map((writer) => `  ${nodeOf(writer)} --> ${topicNodeOf(name)}`),
      ...readers.map((reader) => `  ${topicNodeOf(name)} --> ${nodeOf(reader)}`),
    ]),
    '```',
  ].join('\n');
}

function renderTable(topics: readonly DrawnTopic[]): string {
  const rows = topics.map((topic) => [
    `\`${topic.name}\``,
    topic.doc,
    topic.key,
    `\`${(topic.schema as schema.RecordType).name}\``,
    duration(topic.retentionMs),
    topic.writers.join(', '),
    topic.readers.join(', '),
  ]);
  return [['topic', 'what', 'key', 'record', 'kept', 'written by', 'read by'], Array(7).fill('---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** A process and a topic may share a name, but the diagram needs a node for each. */
function topicNodeOf(name: string): string {
  return `topic_${nodeOf(name)}`;
}

function nodeOf(name: string): string {
  return name.replace(/\W/g, '_');
}

const UNITS: [unit: string, ms: number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
];

function duration(ms: number): string {
  const [unit, size] = UNITS.find(([, unitMs]) => ms % unitMs === 0) ?? ['ms', 1];
  return `${ms / size} ${unit}`;
}

/** Updates the document. With `--check` it only reports that the document is out of date, and fails. */
function main(): void {
  const current = readFileSync(DOCUMENT, 'utf8');
  const wanted = withTopics(current, allTopics);
  if (wanted === null) {
    fail(`${DOCUMENT} lacks the markers of the topics. Add these two lines:\n  ${BEGIN}\n  ${END}\n`);
  } else if (wanted !== current) {
    if (process.argv.includes('--check')) fail(`Out of date, run \`npm run diagram\`:\n  ${DOCUMENT}\n`);
    else writeFileSync(DOCUMENT, wanted);
  }
}

function fail(message: string): void {
  process.stderr.write(message);
  process.exitCode = 1;
}

if (require.main === module) main();
