import ts from 'typescript';
import { SCRIPTS } from './scripts';

/** The modules as a folder of their own, beside the declarations of the language and of the browser. */
const FOLDER = '/page/';
const options: ts.CompilerOptions = {
  allowJs: true,
  checkJs: true,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  types: [],
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/** Reading the browser's declarations takes longer than all the rest. */
const read = new Map<string, ts.SourceFile | undefined>();

describe('the scripts of the page', () => {
  it('hold to the types of the browser and of each other', () => {
    expect(faultsIn(SCRIPTS)).toEqual([]);
  });

  it('would not pass with a call that is not there', () => {
    const { 'dom.js': dom = '' } = SCRIPTS;
    const faults = faultsIn({ 'dom.js': dom.replace('createElement', 'creatElement') });
    expect(faults).toEqual([expect.stringContaining("'creatElement' does not exist")]);
  });
});

function faultsIn(scripts: Readonly<Record<string, string>>): string[] {
  const host = ts.createCompilerHost(options);
  const textOf = (file: string) => (file.startsWith(FOLDER) ? scripts[file.slice(FOLDER.length)] : undefined);
  const { fileExists, readFile, getSourceFile } = host;
  host.directoryExists = (folder) => `${folder}/` === FOLDER || ts.sys.directoryExists(folder);
  host.fileExists = (file) => textOf(file) !== undefined || fileExists.call(host, file);
  host.readFile = (file) => textOf(file) ?? readFile.call(host, file);
  host.getSourceFile = (file, ...rest) => {
    const text = textOf(file);
    if (text !== undefined) return ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
    const declarations = read.get(file) ?? getSourceFile.call(host, file, ...rest);
    read.set(file, declarations);
    return declarations;
  };
  const program = ts.createProgram(
    Object.keys(scripts).map((name) => FOLDER + name),
    options,
    host,
  );
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line;
    return `${file?.fileName ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
