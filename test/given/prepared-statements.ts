import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { removedById, type RemovedById } from '../../streams/ledger/store/tables';
import { WorkingSet } from '../../streams/ledger/store/working-set';
import { Rows } from '../../streams/ledger/store/rows';
import type { store } from '../../streams/ledger/store/store';
import type { Statement } from '../../streams/runtime/postgres/database';

const ROOT = resolve(__dirname, '../..');

export interface FoundStatements {
  readonly statements: readonly Statement[];
  /** Places in the code that make statements, of which none was made when the modules were loaded. */
  readonly unseen: readonly string[];
}

/**
 * Every statement of the product. A statement is an object with a name and a text: the sources are loaded with each such object
 * reported where it is made, so a new one is found without anybody adding it to a list.
 */
export function preparedStatements(): FoundStatements {
  const found = new Map<string, Statement>();
  const sources = new Map(['streams', 'services'].flatMap(sourcesIn).map((file) => [file, placesIn(file)]));
  const places = [...sources.values()].flat();
  const unseen = new Set(places.filter(({ isCertain }) => isCertain).map(({ id }) => id));
  const load = loader(sources, (id, made) => {
    unseen.delete(id);
    if (isStatement(made)) found.set(made.text, made);
    return made;
  });
  // What makes statements when it is called shows them where it is called: in the modules that import it.
  const makers = [...sources].filter(([, inside]) => inside.some(({ isInFunction }) => isInFunction));
  for (const [file, inside] of sources) {
    if (inside.length > 0 || makers.some(([maker]) => imports(file, maker))) load(file);
  }
  writeEverything(load(join(ROOT, 'streams/ledger/store/store.ts')) as { store: typeof store });
  return { statements: [...found.values()], unseen: [...unseen] };
}

function isStatement(made: object): made is Statement {
  const { name, text } = made as Partial<Statement>;
  return typeof name === 'string' && typeof text === 'string';
}

/** Those that begin to work when they are loaded, those of browsers and those of tests make no statements. */
const NOT_LOADED = /\.test\.ts$|\.d\.ts$|\/main\.ts$|\/given|\/page\/script\//;

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !NOT_LOADED.test(file));
}

/** Where an object is made that is a statement, or that may be one: of some it shows only when they are made. */
interface Place {
  readonly id: string;
  readonly at: number;
  readonly isCertain: boolean;
  readonly isInFunction: boolean;
}

function placesIn(file: string): Place[] {
  const text = readFileSync(file, 'utf8');
  if (!/\btext\b|\.\.\./.test(text)) return [];
  const places: Place[] = [];
  const visit = (node: ts.Node, isInFunction: boolean): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const names = node.properties.map(({ name }) => (name && ts.isIdentifier(name) ? name.text : ''));
      const isCertain = names.includes('name') && names.includes('text');
      const name = node.properties[names.indexOf('name')]?.getText() ?? '';
      const id = `${relative(ROOT, file)}: ${name}`;
      const mayBe = node.properties.some(ts.isSpreadAssignment) && (name !== '' || names.includes('text'));
      if (isCertain || mayBe) places.push({ id, at: node.getStart(), isCertain, isInFunction });
    }
    ts.forEachChild(node, (child) => {
      visit(child, isInFunction || ts.isFunctionLike(node));
    });
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true), false);
  return places;
}

function imports(file: string, maker: string): boolean {
  const path = relative(dirname(file), maker).replace(/\.ts$/, '');
  return readFileSync(file, 'utf8').includes(`'${path.startsWith('.') ? path : `./${path}`}'`);
}

type Report = (id: string, made: object) => object;

/** Loads these modules of ours with what they make reported; all else is required as ever. */
function loader(sources: ReadonlyMap<string, readonly Place[]>, report: Report): (file: string) => object {
  const loaded = new Map<string, { exports: object }>();
  return function load(file) {
    const known = loaded.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
      compilerOptions: {
        module: ts.ModuleKind.CommonJS,
        target: ts.ScriptTarget.ES2023,
        esModuleInterop: true,
      },
      fileName: file,
      transformers: { before: [reporting(sources.get(file) ?? [])] },
    });
    const requireFrom = (wanted: string): unknown => {
      const path = wanted.startsWith('.') ? resolve(dirname(file), wanted) : wanted;
      // eslint-disable-next-line @typescript-eslint/no-require-imports
      return (sources.get(`${path}.ts`)?.length ?? 0) > 0 ? load(`${path}.ts`) : require(path);
    };
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    const run = new Function('exports', 'require', 'module', REPORT, outputText) as (
      ...given: unknown[]
    ) => void;
    run(module.exports, requireFrom, module, report);
    return module.exports;
  };
}

const REPORT = '__made';

function reporting(places: readonly Place[]): ts.TransformerFactory<ts.SourceFile> {
  const placeAt = new Map(places.map((place) => [place.at, place]));
  return (context) => (source) => {
    const visit = (node: ts.Node): ts.Node => {
      const inside = ts.visitEachChild(node, visit, context);
      const place = ts.isObjectLiteralExpression(node) ? placeAt.get(node.getStart(source)) : undefined;
      if (place === undefined) return inside;
      const { factory } = context;
      const id = factory.createStringLiteral(place.id);
      return factory.createCallExpression(factory.createIdentifier(REPORT), undefined, [
        id,
        inside as ts.Expression,
      ]);
    };
    return ts.visitNode(source, visit, ts.isSourceFile);
  };
}

/** The ledger stores a row changed and a row removed in each of its tables, in one statement. */
function writeEverything(ledger: { readonly store: typeof store }): void {
  const set = new WorkingSet();
  for (const rows of Object.values(set) as unknown[]) {
    if (!(rows instanceof Rows)) continue;
    rows.written.set('', {});
    rows.removed.set('', {});
  }
  for (const table of Object.keys(removedById) as RemovedById[]) {
    set.gone.set(table, { businessIds: [''], ids: [''] });
  }
  ledger.store(
    { send: () => undefined, query: () => Promise.resolve([]), flush: () => Promise.resolve() },
    set,
  );
}
