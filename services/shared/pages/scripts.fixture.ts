import ts from 'typescript';

/** The modules in a folder of their own, beside the declarations of the language and of the browser. */
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

/** Cached, because reading the browser's declarations takes longer than everything else. */
const read = new Map<string, ts.SourceFile | undefined>();

/** The type errors in the scripts of a page, checked against the browser's types and each other. */
export function faultsIn(scripts: Readonly<Record<string, string>>): string[] {
  const host = ts.createCompilerHost(options);
  const textOf = (file: string) => (file.startsWith(FOLDER) ? scripts[file.slice(FOLDER.length)] : undefined);
  const files = ts.createCompilerHost(options);
  host.directoryExists = (folder) => `${folder}/` === FOLDER || ts.sys.directoryExists(folder);
  host.fileExists = (file) => textOf(file) !== undefined || files.fileExists(file);
  host.readFile = (file) => textOf(file) ?? files.readFile(file);
  host.getSourceFile = (file, ...rest) => {
    const text = textOf(file);
    if (text !== undefined) return ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
    const declarations = read.get(file) ?? files.getSourceFile(file, ...rest);
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
