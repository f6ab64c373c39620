import { globSync } from 'node:fs';
import { isLong } from './deploy/local/src/long-tests.ts';
import { hasRedis } from './deploy/local/src/redis-server.ts';
import { writeGroups } from './deploy/local/src/test-groups.ts';

/** Programs of the servers (node), of the browser (dom), and the whole portal in a browser (browser). CommonJS output runs three times faster than ES modules. */
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
  setupFiles: ['<rootDir>/deploy/local/test/day-end.ts'],
  transformIgnorePatterns: ['/node_modules/(?!(uuidv7|@faker-js|ical\\.js|rrule-temporal|temporal-[a-z]+)/)'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/\\.local'],
};
// styled-components else writes each rule as text, and jsdom reads the whole style sheet again for it.
process.env.SC_DISABLE_SPEEDY = 'false';
// `npm test` runs light files in groups.
const { alone } = process.env.TEST_GROUPS === '1' ? writeGroups() : { alone: undefined };
const grouped = (ending) => [
  `<rootDir>/.cache/test-groups/*.test${ending}`,
  ...alone.filter((path) => path.endsWith(ending)).map((path) => `<rootDir>/${path}`),
];

export default {
  testSequencer: './deploy/local/test/sequencer.mjs',
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: 'node',
      globalSetup: './deploy/local/test/global-setup.ts',
      globalTeardown: './deploy/local/test/global-teardown.ts',
      testMatch: alone ? grouped('.ts') : ['<rootDir>/{packages,services,gateway,deploy}/**/*.test.ts'],
      testPathIgnorePatterns: [
        ...common.testPathIgnorePatterns,
        '\\.e2e\\.test\\.ts$',
        ...(hasRedis() ? [] : ['\\.redis\\.test\\.ts$']),
      ],
    },
    {
      ...common,
      displayName: 'dom',
      testEnvironment: 'jsdom',
      setupFilesAfterEnv: ['<rootDir>/packages/web-kit/src/testing/dom-setup.ts'],
      moduleNameMapper: { '^idb-keyval$': '<rootDir>/packages/web-kit/src/testing/kept-drafts.ts' },
      testMatch: alone ? grouped('.tsx') : ['<rootDir>/{packages,frontends}/**/*.test.tsx'],
    },
    {
      ...common,
      displayName: 'browser',
      testEnvironment: './deploy/checks/browser/test/environment.ts',
      globalSetup: './deploy/checks/browser/test/setup.ts',
      globalTeardown: './deploy/checks/browser/test/teardown.ts',
      testMatch: globSync('deploy/checks/**/*.e2e.test.ts', { cwd: import.meta.dirname })
        .filter((file) => process.env.PLAIN_RUN !== '1' || !isLong(file))
        .map((file) => `<rootDir>/${file}`),
    },
  ],
  // What a test file leaves behind (modules of its context) is collected by a new worker.
  workerIdleMemoryLimit: '400MB',
  // Only a hang takes so long; a build server may be several times slower than a desk, a property with all its inputs longer.
  testTimeout: process.env.PROPERTY_RUNS === 'all' ? 3_600_000 : 300_000,
};
