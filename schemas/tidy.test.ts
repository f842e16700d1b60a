import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AVRO_FOLDER, readSchemas } from './avro-files';
import { allTopics } from './topics';

/**
 * Rules of the source tree that no linter holds, because they are about names, places and texts of any kind.
 *
 * New files count before they are added, so that a rule speaks up before the commit and not after it.
 */
const root = join(__dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const code = files.filter((file) => /\.(ts|js|mjs|cjs|avsc|sql)$/.test(file));
const texts = new Map(
  files
    .filter((file) => !/\.(png|jpe?g|gif|ico|woff2?|gz|jar)$/.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

describe('the source tree stays tidy', () => {
  it('names files for the domain, not for being leftovers', () => {
    const leftover = /(^|[/-])(utils?|helpers?|common|managers?|types|misc)(\.[a-z]+)*(\/|$)/;
    expect(code.filter((file) => leftover.test(file))).toEqual([]);
  });

  it('writes file and folder names in kebab-case', () => {
    const kebab = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
    expect(code.filter((file) => !file.split('/').every((part) => kebab.test(part)))).toEqual([]);
  });

  it('leaves no note to do something later', () => {
    expect(linesWith(/\b(TO[D]O|FIX[M]E)\b/, code)).toEqual([]); // In brackets, for this line is searched as well.
  });

  it('skips no test and runs no test alone', () => {
    const tests = code.filter(isTest);
    expect(
      linesWith(/\b(it|test|describe)(\.\w+)*\.(only|skip|todo)\b|\b[fx](it|test|describe)\(/, tests),
    ).toEqual([]);
  });

  it('indents with spaces', () => {
    expect(linesWith(/^ *\t/, [...texts.keys()])).toEqual([]);
  });

  it('names no package registry and no path of one machine', () => {
    const registryUrl =
      /https?:\/\/(?=[^/\s]*\.)[^/\s]*(registry|npm|yarnpkg|maven|sonatype|artifactory|nexus|mirror)/i;
    const registryHost =
      /\b(registry|repo1?|central)\.(npmjs|yarnpkg|maven|sonatype|apache)\b|\bnpmmirror\b/i;
    const machinePath = /(?<![\w.$}~-])\/(work|root|home|Users)\/[\w.]/;
    const everywhere = [...texts.keys()];
    expect(linesWith(registryUrl, everywhere)).toEqual([]);
    expect(linesWith(registryHost, everywhere)).toEqual([]);
    expect(linesWith(machinePath, everywhere)).toEqual([]);
    expect(linesWith(/"resolved":/, ['package-lock.json'])).toEqual([]);
  });

  it('takes the time from the clock, and never asks the database for it (PROV-20)', () => {
    // These two ask the database only how far a clock may be ahead: a host a day ahead would drop or date for everybody.
    const bounding = ['services/ingress/access/key-uses.ts', 'services/pipeline/sound-times.ts'];
    const product = code.filter((file) => /^(migrations|services|streams)\//.test(file) && !isTest(file));
    const asking = linesWith(
      /(?<![.\w]|Date\()now\(\)(?!: )|\b(current|clock|statement)_timestamp\b/i,
      product,
    );
    expect(asking.map((line) => line.split(':')[0])).toEqual(bounding);
  });

  it('gives every processor the same files', () => {
    const processors = files.flatMap(
      (file) => /^streams\/(.+)\/(?:processor|sending-channel)[.]ts$/.exec(file)?.[1] ?? [],
    );
    expect(processors).toContain('ledger');
    const missing = processors.flatMap((processor) =>
      ['decide', 'store']
        .map((part) => `streams/${processor}/${part}`)
        .filter(
          (part) => !files.some((file) => [`${part}.ts`, part].includes(file) || dirname(file) === part),
        ),
    );
    expect(missing).toEqual([]);
  });

  it('explains every field of every schema (EVENT-14)', () => {
    const unexplained = [...readSchemas(join(root, AVRO_FOLDER))].flatMap(([name, schema]) =>
      fieldsOf(schema)
        .filter((field) => typeof field.doc !== 'string' || field.doc.trim() === '')
        .map((field) => `${name}: ${field.name}`),
    );
    expect(unexplained).toEqual([]);
  });

  it('names no test in the documentation that is not there', () => {
    const documents = files.filter((file) => /^(README|docs\/[^/]+|[^/]+\/README)\.md$/.test(file));
    const named = documents.flatMap((file) => testsNamedIn(texts.get(file) ?? ''));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((test) => !files.includes(test))).toEqual([]);
  });

  it('names no file in the documentation that is not there', () => {
    const path =
      /`((?:schemas|streams|services|migrations|test|bench|docs|examples)\/[\w./-]+\.(?:ts|md|avsc|mjs|py))`/g;
    const missing = [...texts]
      .filter(([file]) => file.endsWith('.md') && file !== 'CHANGELOG.md')
      .flatMap(([file, text]) => Array.from(text.matchAll(path), ([, named = '']) => [file, named] as const))
      .filter(([, named]) => !files.includes(named))
      .map(([file, named]) => `${file}: ${named}`);
    expect(missing).toEqual([]);
  });

  it('names the test of every limit that the page on security promises', () => {
    const page = texts.get('docs/security.md') ?? '';
    const rows = page.slice(page.indexOf('\n## What each caller can cost\n'), page.indexOf('\n## Secrets\n'));
    const limits = rows.split('\n').filter((row) => /^\|(?! caller |-)/.test(row));
    expect(limits.length).toBeGreaterThan(20);
    expect(limits.filter((row) => testsNamedIn(row).length === 0)).toEqual([]);
  });

  it('cites no rule that is not written down', () => {
    const dangling = [...texts].flatMap(([file, text]) =>
      citationsIn(text)
        .filter((id) => !rules.includes(id))
        .map((id) => `${file}: ${id}`),
    );
    expect(dangling).toEqual([]);
  });

  it('has a test for each rule, and no rule twice', () => {
    const cited = new Set(code.filter(isTest).flatMap((file) => citationsIn(texts.get(file) ?? '')));
    expect(rules.length).toBeGreaterThan(250);
    expect(rules.filter((id) => !cited.has(id))).toEqual([]);
    expect(new Set(rules).size).toBe(rules.length);
  });

  it('uses the words of the field', () => {
    const used = Object.entries(INSTEAD).flatMap(([word, instead]) =>
      linesWith(new RegExp(`\\b(${word})\\b`, 'i'), prose).map((line) => `${line} (write ${instead})`),
    );
    expect(used).toEqual([]);
    // Also inside identifiers.
    const inside =
      /[a-z](Happening|Passage|Lane|Wish|Topolog|Notice|Intake)|\b(happening|passage|lane|wish|notice|intake)[A-Z]/;
    expect(linesWith(inside, prose)).toEqual([]);
  });

  it('wraps comments and prose at 120 columns', () => {
    const comment = /^(?=\s*(\/\/|\/\*\*|\*)).{121}/;
    const longComments = linesWith(
      comment,
      prose.filter((file) => !file.endsWith('.md')),
    ).filter((line) => !/eslint-|@(param|typedef|type|returns)/.test(line));
    // A row of a table and a line with an address cannot be wrapped.
    const longProse = linesWith(
      /^(?!\||\{")(?!.*https?:).{121}/,
      prose.filter((file) => file.endsWith('.md')),
    );
    expect([...longComments, ...longProse]).toEqual([]);
  });

  it('says in each file of the product what it is for', () => {
    const product = code.filter(
      (file) => /^(schemas|streams|services|migrations)\/.*(?<![.]d)[.]ts$/.test(file) && !isTest(file),
    );
    const silent = product.filter(
      (file) => !/generated|[.]fixture[.]ts$|\/fixtures\//.test(file) && !saysWhatFor(file),
    );
    expect(silent).toEqual([]);
  });

  it('cites no document that is not in the repository', () => {
    expect(linesWith(/(?<!#)\b(D\d{1,2}\b|hazards? \d+|specification \d|specification,)/i, prose)).toEqual(
      [],
    );
  });

  it('spells the name of a topic in one place', () => {
    const names = allTopics.map(({ name }) => name.replace('.', '\\.'));
    const dotted = names.filter((name) => name.includes('.')).join('|');
    const spelled = new RegExp(`['"\`](${dotted})['"\`]|\\btopics?: \\[?['"\`](${names.join('|')})['"\`]`);
    const others = code.filter((file) => !file.endsWith('.avsc') && basename(file) !== 'topics.ts');
    expect(linesWith(spelled, others)).toEqual([]);
  });
});

/** Words that a stranger would have to guess at, and the words of the field for them. */
const INSTEAD = {
  'who(m|so)?ever|whatever|whichever': 'who or what is meant',
  'happenings?': 'event',
  'passages?': 'transaction',
  'lanes?': 'consumer',
  'wish(es)?': 'request',
  'topolog(y|ies)': 'processor',
  'mend(s|ed|ing)?': 'fix or patch',
  amid: 'during',
  'befall(s|en)?|heed(s|ed)?|hitherto|thereof|whereof': 'an everyday word',
};
const prose = [...texts.keys()].filter(
  (file) => /\.(ts|mjs|cjs|md|avsc|yml)$/.test(file) && !/^schemas\/(released|generated|tidy)/.test(file),
);

/** A comment at its head, behind its imports, or on its first export. */
function saysWhatFor(file: string): boolean {
  const text = texts.get(file) ?? '';
  const body = text.replace(/^(import[^;]*;\n|\n)*/, '');
  const beforeFirstExport = text.slice(0, Math.max(0, text.search(/^export /m)));
  return (
    /^(\/\*\*|\/\/)/.test(text) ||
    /^(\/\*\*|\/\/)/.test(body) ||
    /(\*\/|\/\/[^\n]*)\n$/.test(beforeFirstExport)
  );
}

/** The ids of `docs/rules/` and `docs/hazards.md`, each the heading of its rule. */
const rules = [...texts]
  .filter(([file]) => /^docs\/(rules\/[^/]+|hazards)\.md$/.test(file))
  .flatMap(([, text]) => Array.from(text.matchAll(/^## ([A-Z]+-\d+) /gm), ([, id = '']) => id));
const prefixes = [...new Set(rules.map((id) => id.split('-')[0]))].join('|');

function citationsIn(text: string): string[] {
  return text.match(new RegExp(`\\b(${prefixes})-\\d+\\b`, 'g')) ?? [];
}

function isTest(file: string): boolean {
  return file.endsWith('.test.ts');
}

function testsNamedIn(text: string): string[] {
  return text.match(/(?<![\w.-])(schemas|streams|services|test)\/[\w./-]+\.test\.ts\b/g) ?? [];
}

function linesWith(pattern: RegExp, among: string[]): string[] {
  return among.flatMap((file) =>
    (texts.get(file) ?? '')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [],
      ),
  );
}

interface NamedField {
  readonly name: string;
  readonly doc?: unknown;
}

/** All fields at any depth: each entry of a list called `fields`. */
function fieldsOf(node: unknown): NamedField[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'fields' in node && Array.isArray(node.fields) ? (node.fields as NamedField[]) : [];
  return [...own, ...Object.values(node).flatMap(fieldsOf)];
}
