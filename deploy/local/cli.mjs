/**
 * Entry of every command (`npm run up`, `npm test`, …). Plain JavaScript for any Node from 20 on: it finds a Node that
 * runs TypeScript (24.15 or newer, else one from npm), installs what the lock file names and starts src/commands.ts.
 */
import { spawn, spawnSync } from 'node:child_process';
import * as nodeModule from 'node:module';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withInstallLock } from './install-lock.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const INSTALLED = join(root, 'node_modules', '.package-lock.json');
const FIRST_RUN = 'first run';
const INTERRUPTED = 130;
/** The commands that open the public ports. */
const OPENING = ['up', 'dev'];
class InstallError extends Error {}

const [command, ...rest] = process.argv.slice(2);

if (recentEnough()) {
  try {
    // A taken port is said before a minute is spent on installing.
    if (OPENING.includes(command) && isFirstRun()) await checkPublicPorts();
    await install();
    nodeModule.enableCompileCache(join(root, '.cache', 'node'));
    const { runCommand } = await import('./src/commands.ts');
    process.exitCode = await runCommand(command, rest);
  } catch (error) {
    // A usage error says everything in its message; a stack trace would hide it.
    const isPlain = ['UsageError', 'InstallError'].includes(error.constructor.name);
    console.error(isPlain ? error.message : error);
    process.exitCode = error.exitCode ?? 1;
  }
} else {
  await rerun(newerNode());
}

async function checkPublicPorts() {
  const [{ checkPorts }, { publicPorts }] = await Promise.all([
    import('./src/preflight.ts'),
    import('./src/ports.ts'),
  ]);
  await checkPorts(publicPorts());
}

function recentEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 15);
}

/** Path of the Node of `.nvmrc`, which npm fetches once and keeps. */
function newerNode() {
  const NODE = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
  const note = join(root, '.cache', 'node-path');
  const known = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  if (known.includes(NODE) && existsSync(known.split('\n')[1])) return known.split('\n')[1];
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const wanted = `node-${platform}-${process.arch}@${NODE}`;
  console.log(`Node ${process.versions.node} is older than 24.15: taking ${wanted} from npm (once)`);
  const asked = spawnSync(
    process.execPath,
    [npmProgram(), 'exec', '--yes', `--package=${wanted}`, '--', 'node', '-p', 'process.execPath'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], cwd: root, env: withoutNpm() },
  );
  const path = (asked.stdout ?? '').trim().split('\n').pop();
  if (asked.status !== 0 || !path || !existsSync(path)) {
    fail(
      `${wanted} could not be fetched from npm. Install Node 24.15 or newer, or make the npm registry reachable.`,
    );
  }
  try {
    mkdirSync(dirname(note), { recursive: true });
    writeFileSync(note, `${NODE}\n${path}\n`);
  } catch {
    console.warn(`${note} cannot be written; npm is asked again next time`);
  }
  return path;
}

function rerun(node) {
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  env.npm_execpath = npmProgram();
  const args = [...process.execArgv, fileURLToPath(import.meta.url), command, ...rest];
  const child = spawn(node, args, { stdio: 'inherit', env });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return ended(child).then((code) => {
    process.exitCode = code;
  });
}

function ended(child) {
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => done(code ?? 1));
  });
}

/** Runs `npm ci` when node_modules differs from the lock file; one process at a time. */
async function install() {
  // TypeScript, which only the newer Node reads.
  const [plan, { showProgress }] = await Promise.all([
    import('./src/install-plan.ts'),
    import('./src/progress.ts'),
  ]);
  const isAll = plan.needsDevelopment(command);
  const needed = () => installNeeded((entries) => plan.missingPackage({ ...entries, isAll, installedAt }));
  if (!needed()) return;
  await withInstallLock(join(root, '.cache', 'install-lock'), async (note) => {
    const why = needed();
    if (!why) return; // the process that held the lock has installed
    checkRoom(why, plan, isAll);
    const began = Date.now();
    // The lock file decides, whatever a package says of a Node between two lines of long support.
    const settings = ['--ignore-scripts', '--engine-strict=false', '--no-audit', '--no-fund'];
    const quiet = ['--loglevel=error', '--no-progress'];
    const child = spawn(
      process.execPath,
      [npmProgram(), 'ci', ...settings, ...quiet, ...(isAll ? [] : ['--omit=dev'])],
      { stdio: 'inherit', cwd: root, env: withoutNpm() },
    );
    note(child.pid);
    const progress = showProgress();
    const paths = plan.wantedPaths(lockedPackages(), isAll);
    const isThere = (path) => existsSync(join(root, path, 'package.json'));
    progress.of(() => ({ done: paths.filter(isThere).length, of: paths.length, what: 'packages' }));
    // npm would take most of a minute to undo what the next start does anew.
    let interrupted = false;
    const end = () => {
      interrupted = true;
      child.kill('SIGKILL');
    };
    for (const signal of SIGNALS) process.on(signal, end);
    const code = await ended(child).finally(progress.end);
    for (const signal of SIGNALS) process.off(signal, end);
    if (interrupted) {
      throw Object.assign(new InstallError('Installing was interrupted; the next start begins it anew.'), {
        exitCode: INTERRUPTED,
      });
    }
    if (code !== 0) {
      throw new InstallError('npm ci failed; the lines above say why. Is the npm registry reachable?');
    }
    const { packages } = JSON.parse(readFileSync(INSTALLED, 'utf8'));
    // The summary of a test run tells it again, since this stands far above it.
    process.env.INSTALLED = `${Object.keys(packages).length} packages, ${plan.inGB(plan.roomFor(isAll))}, ${Math.round((Date.now() - began) / 1000)} s`;
  });
}

/** Why an install is needed, or null. npm's last step is to write what it installed to node_modules/.package-lock.json. */
function installNeeded(missing) {
  if (isFirstRun()) return FIRST_RUN;
  const wanted = lockedPackages();
  const present = JSON.parse(readFileSync(INSTALLED, 'utf8')).packages;
  return missing({ wanted, present });
}

function isFirstRun() {
  return !existsSync(INSTALLED);
}

function lockedPackages() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

function checkRoom(why, { freeBytes, inGB, roomFor }, isAll) {
  const [room, free] = [roomFor(isAll), freeBytes(root)];
  const needed = `${inGB(room)} in node_modules`;
  if (why === FIRST_RUN && free < room)
    fail(`Installing needs about ${needed}, and ${inGB(free)} are free in ${root}.`);
  console.log(`Installing packages (${why}): about ${needed}, ${inGB(free)} are free`);
}

function installedAt(path) {
  const file = join(root, path, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function npmProgram() {
  const given = process.env.npm_execpath;
  if (given && /npm-cli\.c?js$/.test(given) && existsSync(given)) return given;
  const places = [
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...(process.env.PATH ?? '')
      .split(delimiter)
      .map((folder) => join(folder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')),
  ];
  const found = places.find((place) => existsSync(place));
  if (!found) fail('npm was not found. Start the command through npm, for example `npm run up`.');
  return found;
}

/** Without the variables of the npm that started us: the npm that we start would take them for settings. */
function withoutNpm() {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_(?!config_(registry|cafile|proxy|https_proxy|cache|userconfig|globalconfig)$)/i.test(name),
  );
  return { ...Object.fromEntries(kept), NODE_OPTIONS: '', ...ownCache() };
}

/** npm's cache in the project where the one of the home directory cannot be written (a read-only or missing home). */
function ownCache() {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm');
  try {
    mkdirSync(usual, { recursive: true });
    accessSync(usual, constants.W_OK);
    return {};
  } catch {
    return { npm_config_cache: join(root, '.cache', 'npm') };
  }
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
