import { type ChildProcess, spawn } from 'node:child_process';
import { type FSWatcher, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, watch } from 'node:fs';
import { join, relative } from 'node:path';
import { plainEnv, UsageError } from './child.ts';
import { folderOf, PROGRAMS, type ProgramName } from './program-parts.ts';
import { freePort, portTaken } from './ports.ts';
import { frontEnds } from './front-ends.ts';
import { projectRoot } from './paths.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';

const BUILDER = join(projectRoot, 'packages/federation/src/development/main.mjs');
const SAVES_TOGETHER_MS = 30;
const USUAL_INSPECT_PORT = 9229;

/**
 * The local run for development (`npm run dev`): a program restarts when a file that it uses is saved, and open pages
 * take over what webpack builds at every save. `INSPECT=billing` opens a debugger's port of that program.
 */
export async function startDevelopment(options: StackOptions): Promise<Stack> {
  const say = options.say ?? (() => undefined);
  const folder = join(options.dataDir, 'front-ends');
  const builder = await startBuilder(folder);
  try {
    const inspected = await inspectedProgram(process.env.INSPECT);
    const [stack] = await Promise.all([
      startStack({
        ...options,
        // A save restarts the one program that uses the file.
        shape: 'separate',
        buildFrontEnds: false,
        restarts: 0,
        env: { gateway: { STATIC_DIR: folder, FRONT_END_EVENTS: builder.events } },
        ...(inspected && { execArgv: { [inspected.name]: [`--inspect=127.0.0.1:${inspected.port}`] } }),
      }),
      builder.ready,
    ]);
    if (inspected)
      say(`Debugger of ${inspected.name}: 127.0.0.1:${inspected.port} (chrome://inspect, VS Code)`);
    const unwatch = [restartOnSave(stack, say), showErrors(stack.logDir, say)];
    return {
      ...stack,
      stop: async () => {
        for (const end of unwatch) end();
        await Promise.all([stack.stop(), builder.stop()]);
      },
    };
  } catch (error) {
    await builder.stop();
    throw error;
  }
}

interface Builder {
  /** Address of the stream of finished builds. */
  events: string;
  /** Resolves when every front end is built for the first time. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

async function startBuilder(folder: string): Promise<Builder> {
  const sources = frontEnds();
  // The gateway serves the folders that it finds at its start.
  for (const name of sources) mkdirSync(join(folder, name, 'dist', 'assets'), { recursive: true });
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [BUILDER, folder, String(port), ...sources.map((name) => join(projectRoot, 'frontends', name))],
    { cwd: projectRoot, env: plainEnv(), stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    events: `http://localhost:${port}/events`,
    ready: firstBuilds(child),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function firstBuilds(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new UsageError(`webpack ended (exit code ${code})`)));
  });
}

async function inspectedProgram(
  name: string | undefined,
): Promise<{ name: ProgramName; port: number } | null> {
  if (!name) return null;
  const found = PROGRAMS.find((program) => program === name);
  if (!found) throw new UsageError(`INSPECT is ${name}; it may be ${PROGRAMS.join(', ')}`);
  const taken = await portTaken(USUAL_INSPECT_PORT, '127.0.0.1');
  return { name: found, port: taken ? await freePort() : USUAL_INSPECT_PORT };
}

/**
 * Restarts the programs whose own files, or whose packages' files, were saved. `node --watch` would need a second process
 * for each program, watch every file of node_modules and wait 0.2 s longer.
 */
function restartOnSave(stack: Stack, say: (line: string) => void): () => void {
  const saved = new Set<ProgramName>();
  let last = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const restart = async () => {
    const names = [...saved];
    saved.clear();
    if (names.length > 0) say(`Saved: restarting ${names.join(', ')}`);
    await Promise.all(names.map((name) => stack.restart(name)));
  };
  const note = (file: string, names: readonly ProgramName[]) => {
    if (!/\.(?:ts|mjs|json)$/.test(file) || file.endsWith('.test.ts')) return;
    for (const name of names) saved.add(name);
    clearTimeout(timer);
    // One restart after the other: a save during a restart is taken up by the next one.
    timer = setTimeout(() => {
      last = last.then(restart);
    }, SAVES_TOGETHER_MS);
  };
  const ends = [...usersOfFolders()].map(([folder, names]) =>
    watchFolder(join(projectRoot, folder, 'src'), (file) => note(file, names)),
  );
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
}

/**
 * Calls back with the name of a file that is saved in the folder or below it; the result ends the watch. Each folder has
 * a watcher: Node's recursive watch on Linux loses a file that an editor or git replaces.
 */
export function watchFolder(root: string, changed: (file: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const add = (folder: string) => {
    watchers.get(folder)?.close();
    const watcher = watch(folder, (_event, file) => {
      const path = join(folder, file ?? '');
      if (file && statSync(path, { throwIfNoEntry: false })?.isDirectory()) add(path);
      else if (file) changed(file);
    });
    watchers.set(folder, watcher);
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) add(join(folder, entry.name));
  };
  add(root);
  return () => {
    for (const watcher of watchers.values()) watcher.close();
  };
}

/** The programs that run the files of a workspace, by its folder. */
function usersOfFolders(): Map<string, ProgramName[]> {
  const users = new Map<string, ProgramName[]>();
  for (const name of PROGRAMS)
    for (const folder of workspacesOf(folderOf(name)))
      users.set(folder, [...(users.get(folder) ?? []), name]);
  return users;
}

/** The workspace and all workspaces that it uses, directly or through others. */
export function workspacesOf(folder: string): string[] {
  const found = new Set([folder]);
  for (const one of found) {
    const manifest = readFileSync(join(projectRoot, one, 'package.json'), 'utf8');
    const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> };
    for (const name of Object.keys(dependencies).filter((each) => each.startsWith('@gerbang/')))
      found.add(relative(projectRoot, realpathSync(join(projectRoot, 'node_modules', name))));
  }
  return [...found];
}

/** Prints the errors that the programs log; the supervisor shows the last lines of one that ends. */
function showErrors(logDir: string, say: (line: string) => void): () => void {
  const read = new Map<string, number>();
  const show = (file: string) => {
    const log = readFileSync(join(logDir, file));
    const fresh = log.subarray(Math.min(read.get(file) ?? 0, log.length)).toString();
    read.set(file, log.length);
    for (const line of fresh.split('\n').flatMap(errorIn)) say(`[${file.replace(/\.log$/, '')}] ${line}`);
  };
  for (const file of readdirSync(logDir)) read.set(file, statSync(join(logDir, file)).size);
  const watcher = watch(logDir, (_event, file) => {
    if (file?.endsWith('.log')) show(file);
  });
  return () => watcher.close();
}

/** The message and the stack of an error line; nothing for any other line. */
function errorIn(line: string): string[] {
  if (!/^\{"level":[56]0,.*\}$/.test(line)) return [];
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { code?: string; stack?: string } };
  // The gateway cannot reach a program that restarts.
  if (err?.code === 'ECONNREFUSED') return [];
  return [[msg, err?.code, err?.stack].filter(Boolean).join('\n')];
}
