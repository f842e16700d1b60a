// Two projects: `unit` needs only Node; `pipeline` starts a broker, a registry, a database and Redis once for all its
// files (test/global-setup.ts). `npx jest --selectProjects unit` runs the unit tests alone.

const everyProject = {
  testEnvironment: 'node',
  resolver: '<rootDir>/test/resolver.cjs',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.local/'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/', '<rootDir>/.local/'],
};

module.exports = {
  // One more than a small machine has cores, because many files wait for a session or a lease to expire.
  maxWorkers: 3,
  // A test that waits gives up earlier and reports what it waited for: see test/fixtures/until.ts.
  testTimeout: 600_000,
  reporters: ['default', '<rootDir>/test/reporter.cjs'],
  projects: [
    {
      ...everyProject,
      displayName: 'unit',
      testMatch: ['<rootDir>/{schemas,streams,services}/**/*.test.ts'],
    },
    {
      ...everyProject,
      displayName: 'pipeline',
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      globalSetup: '<rootDir>/test/global-setup.ts',
      globalTeardown: '<rootDir>/test/global-teardown.ts',
    },
  ],
};
