import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { projectRoot } from '../src/paths.ts';
import { freePort } from '../src/ports.ts';
import { until } from '@gerbang/service-kit/testing/until';

const LOCAL = 'deploy/local';
let root: string;
let child: ChildProcess | undefined;

/** A project in which nothing is installed, with a stand-in for npm that runs these lines. */
function makeProject(npm: string): void {
  mkdirSync(join(root, LOCAL, 'src'), { recursive: true });
  for (const file of [
    'cli.mjs',
    'install-lock.mjs',
    'package.json',
    'src/child.ts',
    'src/install-plan.ts',
    'src/paths.ts',
    'src/ports.ts',
    'src/preflight.ts',
    'src/progress.ts',
  ]) {
    cpSync(join(projectRoot, LOCAL, file), join(root, LOCAL, file));
  }
  writeFileSync(join(root, 'package-lock.json'), '{"packages":{}}');
  writeFileSync(join(root, 'npm-cli.js'), npm);
}

function start(command: string, env: Record<string, string> = {}) {
  child = spawn(process.execPath, [join(root, LOCAL, 'cli.mjs'), command], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: root, npm_execpath: join(root, 'npm-cli.js'), ...env },
  });
  const ended = new Promise<number | null>((resolve) => child?.once('exit', resolve));
  return { ended, said: text(child.stderr ?? process.stdin) };
}

async function appears(file: string): Promise<void> {
  await until(() => existsSync(join(root, file)));
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gerbang-install-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

test('when Ctrl-C comes while packages are installed, then it ends at once and says so', async () => {
  // npm takes its time to undo what it began.
  makeProject(`process.on('SIGINT', () => {}); process.on('SIGTERM', () => {});
    require('fs').writeFileSync('begun', ''); setTimeout(() => {}, 600000);`);
  const { ended, said } = start('env');
  await appears('begun');
  child?.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(await said).toBe('Installing was interrupted; the next start begins it anew.\n');
});

test('when npm fails, then its lines are followed by what to look at', async () => {
  makeProject('process.exit(1)');
  const { ended, said } = start('env');
  expect([await ended, await said]).toEqual([
    1,
    'npm ci failed; the lines above say why. Is the npm registry reachable?\n',
  ]);
});

test('when the home directory cannot be written, then npm keeps its cache in the project', async () => {
  makeProject(
    `require('fs').writeFileSync('cache', process.env.npm_config_cache ?? 'usual'); process.exit(1)`,
  );
  writeFileSync(join(root, 'file'), '');
  await start('env', { HOME: join(root, 'file') }).ended;
  expect(readFileSync(join(root, 'cache'), 'utf8')).toBe(join(root, '.cache/npm'));
  await start('env').ended;
  expect(readFileSync(join(root, 'cache'), 'utf8')).toBe('usual');
});

test('when the ports of `up` are taken, then it is said before anything is installed', async () => {
  makeProject(`require('fs').writeFileSync('begun', '')`);
  const [PORT, SIMULATOR_PORT] = [await freePort(), await freePort()];
  const servers = await Promise.all(
    [PORT, SIMULATOR_PORT].map(
      (port) =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer();
          server.listen(port, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const { ended, said } = start('up', { PORT: String(PORT), SIMULATOR_PORT: String(SIMULATOR_PORT) });
  expect(await ended).toBe(1);
  expect(await said).toMatch(
    new RegExp(`^Ports ${PORT} and ${SIMULATOR_PORT} are already in use: run it as PORT=`, 'u'),
  );
  expect(existsSync(join(root, 'begun'))).toBe(false);
  for (const server of servers) server.close();
});
