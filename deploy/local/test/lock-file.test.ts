import {
  completed,
  extraneousEntries,
  LOCK_FILES,
  lockFindings,
  type LockFile,
  missingEntries,
  readLock,
  unverifiedEntries,
  withChecksums,
} from '../src/lock-file.ts';

const lock = {
  packages: {
    '': {},
    'node_modules/tool': {
      version: '1.2.3',
      optionalDependencies: {
        '@tool/linux-x64-musl': '1.2.3',
        '@tool/darwin-arm64': '1.2.3',
        'tool-win32-x64-msvc': '^1.2.0',
      },
    },
    'node_modules/tool/node_modules/@tool/darwin-arm64': { version: '1.2.3', optional: true },
  },
};

test('when optional packages have no entry, then they are named, nested ones excepted', () => {
  expect(missingEntries(lock).map((one) => one.name)).toEqual([
    '@tool/linux-x64-musl',
    'tool-win32-x64-msvc',
  ]);
});

test('when the lock file is completed, then each stub names its system and nothing is missing', () => {
  const { packages } = completed(lock);
  expect(packages['node_modules/@tool/linux-x64-musl']).toEqual({
    version: '1.2.3',
    cpu: ['x64'],
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  });
  expect(packages['node_modules/tool-win32-x64-msvc']).toEqual({
    version: '1.2.0',
    cpu: ['x64'],
    optional: true,
    os: ['win32'],
  });
  expect(missingEntries({ packages })).toEqual([]);
});

test('when entries are extraneous, then they are dropped with what they alone wanted, and the rest stays as it is', () => {
  const packages = {
    ...completed(lock).packages,
    'services/gone': { version: '0.1.0', extraneous: true },
    'node_modules/@gerbang/gone': { extraneous: true, optionalDependencies: { 'gone-linux-x64': '1.0.0' } },
  };
  expect(extraneousEntries({ packages })).toEqual(['services/gone', 'node_modules/@gerbang/gone']);
  expect(completed({ packages })).toEqual({ packages: completed(lock).packages });
});

test('when entries lack a checksum, then the registry is asked for each, and the unknown ones are left', async () => {
  const packages: LockFile['packages'] = {
    ...completed(lock).packages,
    'node_modules/@gerbang/own': { link: true },
    'node_modules/known': { version: '2.0.0', integrity: 'sha512-known' },
  };
  const asked: string[] = [];
  const filled = await withChecksums({ packages }, async (name, version) => {
    asked.push(`${name}@${version}`);
    return name === '@tool/linux-x64-musl' ? 'sha512-found' : null;
  });
  expect(asked).toHaveLength(unverifiedEntries({ packages }).length);
  expect(asked).toContain('@tool/darwin-arm64@1.2.3');
  expect(asked).not.toContain('known@2.0.0');
  expect(filled.packages['node_modules/@tool/linux-x64-musl']).toEqual({
    ...packages['node_modules/@tool/linux-x64-musl'],
    integrity: 'sha512-found',
  });
  expect(unverifiedEntries(filled)).not.toContain('node_modules/@tool/linux-x64-musl');
});

test('when an entry has no checksum, then it is refused, those of workspaces and within another package excepted', () => {
  const packages = {
    '': {},
    gateway: { version: '0.1.0' },
    'node_modules/@gerbang/gateway': { link: true },
    'node_modules/whole': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/whole/node_modules/within': { version: '1.0.0', inBundle: true },
  };
  expect(lockFindings({ packages })).toEqual([]);
  const bare = { ...packages, 'node_modules/whole': { version: '1.0.0' } };
  expect(lockFindings({ packages: bare })).toEqual([
    'package-lock.json has no checksum of node_modules/whole: npm run lock:fix -- --checksums',
  ]);
});

test.each(LOCK_FILES)(
  'when packages are installed by %s, then the bytes of every one are checked',
  (file) => {
    const lock = readLock(file);
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
    expect(lockFindings(lock)).toEqual([]);
  },
);
