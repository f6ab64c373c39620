import { statfsSync } from 'node:fs';
import type { LockEntry } from './lock-file.ts';

/** The commands that run the portal or work on its data: they need no browser, linter or test runner. */
const RUN = [
  'up',
  'reset',
  'env',
  'build',
  'backup',
  'restore',
  'secrets-create',
  'admin-create',
  'whatsapp-templates',
  'identity-rotate',
  'keys-rotate',
  'events-replay',
  'audit-verify',
  'audit-reads',
  'retention-preview',
  'books-verify',
  'seats-verify',
  'demo-load',
];
type Entries = Readonly<Record<string, LockEntry>>;

const GB = 1e9;
/** Room of node_modules in bytes, rounded up: for running the portal, and for everything. */
const ROOM = { run: 0.7 * GB, all: 1.1 * GB };

/** Whether a command wants browsers, linters and test runners as well; an unknown one does. */
export const needsDevelopment = (command: string | undefined): boolean => !RUN.includes(command ?? '');
export const roomFor = (isAll: boolean): number => (isAll ? ROOM.all : ROOM.run);
export const inGB = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;

/** Bytes that are free for this user where a folder lies. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The packages of a lock file that are wanted: those of development only where `isAll`. */
export function wantedPaths(wanted: Entries, isAll: boolean): string[] {
  return Object.entries(wanted).flatMap(([path, entry]) => {
    if (!path.includes('node_modules/')) return [];
    if (entry.optional || entry.devOptional || entry.peer || entry.extraneous) return [];
    return entry.dev && !isAll ? [] : [path];
  });
}

/**
 * The first package of the lock file that is missing or has another version, as a sentence; null where nothing is to be
 * done. What is there beyond the need stays: after `npm test`, `npm run up` installs nothing.
 */
export function missingPackage({
  wanted,
  present,
  isAll,
  installedAt,
}: {
  readonly wanted: Entries;
  readonly present: Entries;
  readonly isAll: boolean;
  readonly installedAt: (path: string) => LockEntry | undefined;
}): string | null {
  for (const path of wantedPaths(wanted, isAll)) {
    const version = wanted[path]?.version;
    // npm's own list leaves out packages in a workspace's own node_modules.
    const found = path.startsWith('node_modules/') ? present[path] : installedAt(path);
    if (!found) return `${path} is missing`;
    if (found.version !== version)
      return `${path} is ${found.version ?? 'unknown'}, not ${version ?? 'unknown'}`;
  }
  return null;
}
