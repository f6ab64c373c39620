import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../src/child.ts';
import { projectRoot } from '../src/paths.ts';
import { installTools } from '../src/seldom-tools.ts';

const lock = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/tool': { version } } });

describe('tools of seldom commands', () => {
  let path: string;
  let installed: number;
  const lines: string[] = [];
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'gerbang-tools-'));
    writeFileSync(join(path, 'package-lock.json'), lock('1.0.0'));
    installed = 0;
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));

  const npm = async (folder: string) => {
    installed += 1;
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(
      join(folder, 'node_modules/.package-lock.json'),
      readFileSync(join(folder, 'package-lock.json')),
    );
    return { code: 0, output: '' };
  };
  const install = (how: typeof npm) =>
    installTools({ path, lock: join(path, 'lock'), install: how }, (line) => void lines.push(line));

  test('when a command needs them, then they are installed once, by however many at a time', async () => {
    await Promise.all([1, 2, 3].map(() => install(npm)));
    await install(npm);
    expect(installed).toBe(1);
  });

  test('when the lock file names another version, then they are installed anew', async () => {
    await install(npm);
    writeFileSync(join(path, 'package-lock.json'), lock('1.0.1'));
    await install(npm);
    expect([installed, lines.at(-1)]).toEqual([2, expect.stringContaining('tool is 1.0.0, not 1.0.1')]);
  });

  test('when npm fails, then the error has its lines and a remedy', async () => {
    const failing = install(async () => ({ code: 1, output: 'E404 tool' }));
    await expect(failing).rejects.toThrow(UsageError);
    await expect(failing).rejects.toThrow(/E404 tool\nIs the npm registry reachable/u);
  });
});

test('when a package is a tool of seldom commands, then no one else installs it', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(projectRoot, file), 'utf8'));
  const tools = Object.keys(read('deploy/tools/package.json').dependencies as object);
  const common = read('package-lock.json').packages as Record<string, { dependencies?: object }>;
  expect(tools.length).toBeGreaterThan(0);
  expect(tools.filter((name) => `node_modules/${name}` in common)).toEqual([]);
});
