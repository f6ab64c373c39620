/** Two kinds of test: programs of the servers (node) and of the browser (dom). Output is CommonJS: three times faster than ES modules. */
const transform = {
  '^.+\\.(t|j|mj)sx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2024',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
      module: { type: 'commonjs' },
    },
  ],
};
const common = {
  transform,
  transformIgnorePatterns: ['/node_modules/(?!(uuidv7|@faker-js)/)'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.local/'],
};

export default {
  testSequencer: './deploy/local/test/sequencer.mjs',
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: 'node',
      globalSetup: './deploy/local/test/global-setup.ts',
      globalTeardown: './deploy/local/test/global-teardown.ts',
      testMatch: ['<rootDir>/{packages,services,gateway,deploy}/**/*.test.ts'],
      testPathIgnorePatterns: [
        ...common.testPathIgnorePatterns,
        '\\.redis\\.test\\.ts$',
        '\\.e2e\\.test\\.ts$',
      ],
    },
    {
      ...common,
      displayName: 'dom',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/{packages,frontends}/**/*.test.tsx'],
    },
    {
      ...common,
      displayName: 'redis',
      testEnvironment: 'node',
      globalSetup: './deploy/local/test/redis-setup.ts',
      globalTeardown: './deploy/local/test/redis-teardown.ts',
      testMatch: ['<rootDir>/{packages,services,gateway,deploy}/**/*.redis.test.ts'],
    },
    {
      ...common,
      displayName: 'browser',
      testEnvironment: 'node',
      globalSetup: './deploy/checks/browser/test/setup.ts',
      globalTeardown: './deploy/checks/browser/test/teardown.ts',
      testMatch: ['<rootDir>/deploy/checks/**/*.e2e.test.ts'],
    },
  ],
  // A hang is what this finds; a build server may be several times slower than a desk.
  testTimeout: 120_000,
};
