import { longTest } from '@gerbang/domain/testing/runs';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainEnv } from '../src/child.ts';
import { noteRun, sweepLeftovers } from '../src/leftovers.ts';
import { loadSecrets } from '../src/secrets.ts';
import { createSupervisor } from '../src/supervisor.ts';
import { until } from '@gerbang/service-kit/testing/until';

let home: string;
let lines: string[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gerbang-supervisor-'));
  lines = [];
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function program(name: string, text: string) {
  mkdirSync(join(home, name, 'src'), { recursive: true });
  const main = join(home, name, 'src', 'main.mjs');
  writeFileSync(main, text);
  return { name, main, env: plainEnv() };
}

function supervisor(gaveUp: (name: string) => void = () => undefined) {
  return createSupervisor({ logDir: join(home, 'logs'), say: (line) => lines.push(line), gaveUp });
}

const STAYS = `setInterval(() => {}, 1000); process.on('SIGTERM', () => { console.log('bye'); process.exit(0); }); console.log('up');`;
const log = (name: string) => readFileSync(join(home, 'logs', `${name}.log`), 'utf8');

test('when a program is killed, then it runs again under another number', async () => {
  const one = supervisor();
  one.start(program('stays', STAYS));
  await until(() => log('stays').includes('up'));
  const before = one.pids()[0]?.pid;
  one.kill('stays', 'SIGKILL');
  await until(() => log('stays').match(/up/g)?.length === 2);
  expect(one.pids()[0]?.pid).not.toBe(before);
  expect(lines).toEqual(['[stays] ended (SIGKILL), starting it again in 250 ms']);
  await one.stopAll([['stays']]);
});

test('when the programs cannot be noted, as on a full disk, then that is said, and one that ends is started again', async () => {
  const changed = () => {
    throw new Error('ENOSPC: no space left on device, write');
  };
  const one = createSupervisor({
    logDir: join(home, 'logs'),
    say: (line) => lines.push(line),
    gaveUp: () => undefined,
    changed,
  });
  one.start(program('stays', STAYS));
  await until(() => log('stays').includes('up'));
  one.kill('stays', 'SIGKILL');
  await until(() => log('stays').match(/up/g)?.length === 2);
  const unnoted = 'The programs of this run could not be noted: ENOSPC: no space left on device, write';
  expect(lines).toEqual([unnoted, '[stays] ended (SIGKILL), starting it again in 250 ms', unnoted]);
  await one.stopAll([['stays']]);
});

longTest('when a program ends at every start, then it is given up with its last lines', async () => {
  let given = '';
  const one = supervisor((name) => {
    given = name;
  });
  one.start(program('broken', `console.error('no such key'); process.exit(3);`));
  await until(() => given !== '');
  expect(lines).toHaveLength(6);
  expect(lines[5]).toMatch(/\[broken\] ended again \(exit code 3\)[\s\S]*no such key/);
});

test('when all are stopped, then in the given order, each having said good-bye, and none comes back', async () => {
  const one = supervisor();
  for (const name of ['gateway', 'auth']) one.start(program(name, STAYS));
  await until(() => log('gateway').includes('up') && log('auth').includes('up'));
  await one.stopAll([['gateway'], ['auth']]);
  expect(log('gateway') + log('auth')).toBe('up\nbye\nup\nbye\n');
  expect(statSync(join(home, 'logs/gateway.log')).mtimeMs).toBeLessThanOrEqual(
    statSync(join(home, 'logs/auth.log')).mtimeMs,
  );
  expect(one.pids()).toEqual([]);
});

test('when all are stopped during a restart, then the program does not come back', async () => {
  const one = supervisor();
  one.start(program('stays', STAYS));
  await until(() => log('stays').includes('up'));
  await Promise.all([one.restart('stays'), one.stopAll([['stays']])]);
  expect(one.pids()).toEqual([]);
  expect(log('stays')).toBe('up\nbye\n');
});

test('when no restarts are allowed, then a program that ends is given up at once', async () => {
  let given = '';
  const gaveUp = (name: string) => {
    given = name;
  };
  const one = createSupervisor({
    logDir: join(home, 'logs'),
    say: (line) => lines.push(line),
    restarts: 0,
    gaveUp,
  });
  one.start(program('broken', `console.error('no such key'); process.exit(3);`));
  await until(() => given === 'broken');
  expect(lines).toEqual([expect.stringContaining('no such key')]);
});

test('when the run before was killed, then the programs it left are ended', async () => {
  const one = supervisor();
  one.start(program('left', STAYS));
  await until(() => log('left').includes('up'));
  noteRun(home, one.pids());
  const note = JSON.parse(readFileSync(join(home, 'run.json'), 'utf8')) as { pid: number };
  writeFileSync(join(home, 'run.json'), JSON.stringify({ ...note, pid: 2 ** 22 + 1 }));
  const stopped = one.stopAll([]);
  await sweepLeftovers(home);
  await stopped;
  expect(log('left')).toContain('bye');
});

test('when secrets are loaded twice, then they are the same and for their owner alone', () => {
  const first = loadSecrets(home);
  expect(loadSecrets(home)).toEqual(first);
  expect(statSync(join(home, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(Buffer.from(first.busKeys.slice(3), 'base64')).toHaveLength(32);
});
