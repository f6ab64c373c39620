import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withInstallLock } from '../install-lock.mjs';
import { load } from '../../tools/load.ts';
import { UsageError } from './child.ts';
import { missingPackage } from './install-plan.ts';
import type { LockEntry } from './lock-file.ts';
import { runNpm } from './npm.ts';
import { projectRoot } from './paths.ts';

type Entries = Readonly<Record<string, LockEntry>>;

/** A folder of tools with its own lock file, and how to install it. */
export interface ToolFolder {
  readonly path: string;
  /** The folder that only one installing process can make. */
  readonly lock: string;
  readonly install: (folder: string) => Promise<{ readonly code: number; readonly output: string }>;
}

/** By the lock file alone, and without programs that packages would start. */
const TOOLS: ToolFolder = {
  path: join(projectRoot, 'deploy/tools'),
  lock: join(projectRoot, '.cache/tools-lock'),
  install: (folder) =>
    runNpm(['ci', '--ignore-scripts', '--engine-strict=false', '--no-audit', '--no-fund'], folder),
};

function entriesOf(file: string): Entries {
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, 'utf8')) as { packages: Entries }).packages;
}

let installing: Promise<void> | undefined;

/** The first tool that is missing or has another version than the lock file says, as a sentence. */
const missingTool = (path: string): string | null =>
  missingPackage({
    wanted: entriesOf(join(path, 'package-lock.json')),
    present: entriesOf(join(path, 'node_modules/.package-lock.json')),
    isAll: true,
    installedAt: () => undefined,
  });

/** Installs the tools where one is missing; of several processes one does. */
export async function installTools(tools: ToolFolder = TOOLS, say = console.log): Promise<void> {
  const { path, lock, install } = tools;
  if (missingTool(path) === null) return;
  const work = async () => {
    const why = missingTool(path);
    if (why === null) return; // the process that held the lock has installed
    say(`Installing the tools of this command in deploy/tools (once; ${why})`);
    const { code, output } = await install(path);
    if (code === 0) return;
    throw new UsageError(
      `The tools of this command could not be installed in deploy/tools.\n${output.trim()}\nIs the npm registry reachable?`,
    );
  };
  await withInstallLock(lock, work, say);
}

/**
 * A package that only seldom commands use. It is installed at its first use: everyone who runs or tests the portal would
 * else fetch a quarter more packages.
 */
export async function seldomTool<T>(name: string): Promise<T> {
  installing ??= installTools();
  await installing;
  return (await load(name)) as T;
}
