// Two projects: `unit` needs nothing but Node; `pipeline` starts a broker, a registry and a database once for all
// its files (test/global-setup.ts). `npx jest --selectProjects unit` runs the first alone.

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
  // One more than there are cores on a small machine: many files wait for a session or a lease to run out.
  maxWorkers: 3,
  // Those who wait give up before this and say what for: see test/fixtures/until.ts.
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
