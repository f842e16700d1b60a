import { builtinRules } from 'eslint/use-at-your-own-risk';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.ts', 'test/**/*.ts'];
const plainJavaScript = ['**/*.js', '**/*.mjs', '**/*.cjs'];
const readsEnvironment = ['services/shared/config/config.ts', 'services/local/**', 'test/**', 'bench/**'];
const knowsTheTime = ['streams/runtime/**'];

const clockIsPassedIn =
  'Take the time from a parameter: tests and the simulator move the clock of the streams.';
const randomnessIsInTheCommand =
  'Take random values and ids from the command: deciding it again must give the same result.';
const environmentIsRead =
  'Take the setting from a parameter: only services/shared/config/config.ts reads the environment.';

const environment = [{ object: 'process', property: 'env', message: environmentIsRead }];
const clock = [
  { object: 'Date', property: 'now', message: clockIsPassedIn },
  { object: 'performance', property: 'now', message: clockIsPassedIn },
  { object: 'process', property: 'hrtime', message: clockIsPassedIn },
  { object: 'Math', property: 'random', message: randomnessIsInTheCommand },
  { object: 'crypto', property: 'randomUUID', message: randomnessIsInTheCommand },
];
const processModules = modules(['process'], { message: environmentIsRead });
const timerModules = modules(['timers', 'timers/promises'], { message: clockIsPassedIn });
const chanceModules = modules(['crypto'], {
  importNames: ['randomUUID', 'randomBytes', 'randomInt'],
  message: randomnessIsInTheCommand,
});

const exportShapes = [
  { selector: 'ExportAllDeclaration', message: 'Export by name: `export *` hides what a module exports.' },
  {
    selector: 'ExportDefaultDeclaration',
    message: 'Export by name, so that every file uses the same name.',
  },
];
// With `noUncheckedIndexedAccess`, `bytes[6]!` says that the index is in bounds. Any other value that may be absent is
// checked, not asserted.
const assertedPresence = {
  selector: 'TSNonNullExpression:not(:has(> MemberExpression[computed=true]))',
  message: 'Check whether the value is absent: only an indexed element may be asserted with `!`.',
};
const dateOfNow = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: clockIsPassedIn,
};

/** `max-lines-per-function`, except for the callback of a `describe`, which only lists tests and may be long. */
const functionLength = {
  ...builtinRules.get('max-lines-per-function'),
  create(context) {
    const isDescribe = ({ parent }) =>
      parent?.type === 'CallExpression' && /^describe\b/.test(context.sourceCode.getText(parent.callee));
    const report = (finding) => isDescribe(finding.node) || context.report(finding);
    return builtinRules
      .get('max-lines-per-function')
      .create(Object.create(context, { report: { value: report } }));
  },
};

const readable = {
  plugins: { nudgeline: { rules: { 'max-lines-per-function': functionLength } } },
  rules: {
    complexity: ['error', { max: 12, variant: 'modified' }],
    curly: ['error', 'multi-line'],
    eqeqeq: 'error',
    'max-depth': ['error', 4],
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'max-params': ['error', 4],
    'no-console': 'error',
    'no-var': 'error',
    'nudgeline/max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    'object-shorthand': 'error',
    'prefer-const': 'error',
  },
};

const typed = {
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  rules: {
    'no-restricted-imports': ['error', { paths: processModules }],
    'no-restricted-properties': ['error', ...environment],
    'no-restricted-syntax': ['error', ...exportShapes, assertedPresence],
    '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    '@typescript-eslint/no-non-null-assertion': 'off', // See `assertedPresence`.
    // Destructuring names a property that it leaves out, so that property is unused.
    '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    // An async function without await turns a throw into a rejection, as an interface may require.
    '@typescript-eslint/require-await': 'off',
    '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    // A `default` does not make a switch exhaustive, because a member that is added later must not end up in it.
    '@typescript-eslint/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: false, requireDefaultForNonUnion: true },
    ],
  },
};

const core = {
  'no-restricted-globals': [
    'error',
    {
      globals: ['setTimeout', 'setInterval', 'setImmediate'].map((name) => ({
        name,
        message: clockIsPassedIn,
      })),
      checkGlobalObject: true,
    },
  ],
  'no-restricted-imports': ['error', { paths: [...processModules, ...timerModules, ...chanceModules] }],
  'no-restricted-properties': ['error', ...environment, ...clock],
  'no-restricted-syntax': ['error', ...exportShapes, assertedPresence, dateOfNow],
};

const nodeGlobals = ['Buffer', 'URL', 'console', 'clearTimeout', 'fetch', 'process', 'setTimeout'];
const commonJsGlobals = ['__dirname', '__filename', 'exports', 'module', 'require'];

export default tseslint.config(
  { ignores: ['dist/', '.local/', 'coverage/', 'schemas/generated/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  readable,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked, typed],
  },
  { files: ['streams/**/*.ts'], ignores: knowsTheTime, rules: core },
  {
    files: tests,
    rules: {
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // In a test, an assertion about an absent value fails the test, as it should.
      'no-restricted-syntax': ['error', ...exportShapes],
    },
  },
  { files: readsEnvironment, rules: { 'no-restricted-imports': 'off', 'no-restricted-properties': 'off' } },
  { files: ['services/local/**', 'bench/**'], rules: { 'no-console': 'off' } },
  // Jest uses the default export of these two files.
  { files: ['test/global-setup.ts', 'test/global-teardown.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: plainJavaScript,
    languageOptions: {
      globals: Object.fromEntries([...nodeGlobals, ...commonJsGlobals].map((name) => [name, 'readonly'])),
    },
    rules: { 'no-undef': 'error', 'no-unreachable': 'error', 'no-unused-vars': 'error' },
  },
);

/** Restricts modules of Node by both of their names. */
function modules(names, restriction) {
  return names.flatMap((name) => [name, `node:${name}`]).map((name) => ({ name, ...restriction }));
}
