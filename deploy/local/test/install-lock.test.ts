import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '@gerbang/service-kit/testing/until';
import { once } from 'node:events';

const lockModule = join(import.meta.dirname, '../install-lock.mjs');
let home: string;
let lock: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gerbang-install-'));
  lock = join(home, 'cache', 'lock');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** A program that holds the lock, on request until the file `go` exists, and writes when it began and ended. */
function program(name: string, milliseconds: number, go = ''): ChildProcess {
  const source = `import { appendFileSync, existsSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { withInstallLock } from ${JSON.stringify(lockModule)};
    const say = (line) => appendFileSync(${JSON.stringify(join(home, 'log'))}, line + '\\n');
    await withInstallLock(${JSON.stringify(lock)}, async () => {
      say('${name} begins');
      await sleep(${milliseconds});
      while (${JSON.stringify(go)} && !existsSync(${JSON.stringify(go)})) await sleep(10);
      say('${name} ends');
    });`;
  return spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));
const log = () =>
  existsSync(join(home, 'log')) ? readFileSync(join(home, 'log'), 'utf8').trim().split('\n') : [];
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;

function leave(pid: number): void {
  mkdirSync(lock, { recursive: true });
  writeFileSync(join(lock, 'pids'), `${pid}\n`);
}

/** Each that began ended before the next began. */
function expectTurns(lines: string[], count: number): void {
  expect(lines).toHaveLength(2 * count);
  for (let at = 0; at < lines.length; at += 2) {
    expect(lines[at + 1]).toBe(lines[at]?.replace('begins', 'ends'));
  }
}

test('when two install at once, then the second waits and names the first', async () => {
  const go = join(home, 'go');
  const first = program('first', 0, go);
  await until(() => log().length > 0);
  const second = program('second', 0);
  second.stdout?.once('data', () => writeFileSync(go, ''));
  const [said, code] = await Promise.all([text(second.stdout ?? process.stdin), ended(second), ended(first)]);
  expect(code).toBe(0);
  expect(said).toBe(`Waiting for process ${first.pid}, which is installing packages (lock: ${lock})\n`);
  expect(log()).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  expect(existsSync(lock)).toBe(false);
});

test('when the one before was killed, then several that come at once take its lock over, one after the other', async () => {
  leave(deadPid());
  const all = ['a', 'b', 'c', 'd'].map((name) => program(name, 50));
  expect(await Promise.all(all.map(ended))).toEqual([0, 0, 0, 0]);
  expectTurns(log(), 4);
});

test('when the one before was killed but its npm runs on, then the lock holds until that ends', async () => {
  leave(deadPid());
  const npm = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  writeFileSync(join(lock, 'pids'), `${deadPid()}\n${npm.pid}\n`);
  const next = program('next', 0);
  // It says that it waits.
  await once(next.stdout ?? process.stdin, 'data');
  expect(log()).toEqual([]);
  npm.stdin?.end();
  expect(await ended(next)).toBe(0);
  expect(log()).toEqual(['next begins', 'next ends']);
});

test('when a lock names no process and is old, then it is taken over', async () => {
  mkdirSync(lock, { recursive: true });
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(lock, longAgo, longAgo);
  expect(await ended(program('next', 0))).toBe(0);
  expectTurns(log(), 1);
});
