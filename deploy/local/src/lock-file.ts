import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './paths.ts';

interface LockEntry {
  version?: string;
  optional?: boolean;
  extraneous?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}
export interface LockFile {
  packages: Record<string, LockEntry>;
}

export interface MissingEntry {
  name: string;
  version: string;
  wantedBy: string;
}

const FILE = join(projectRoot, 'package-lock.json');

/** The lock file of this repository. */
export function readLock(): LockFile {
  return JSON.parse(readFileSync(FILE, 'utf8')) as LockFile;
}

/** `npm run lock:fix`: completes the lock file after a change of dependencies. */
export async function fixLock(): Promise<number> {
  const lock = readLock();
  const added = missingEntries(lock).length;
  const dropped = extraneousEntries(lock).length;
  if (added + dropped > 0) writeFileSync(FILE, `${JSON.stringify(completed(lock), null, 2)}\n`);
  console.log(
    added + dropped > 0
      ? `package-lock.json: ${added} entries added, ${dropped} extraneous ones dropped`
      : 'package-lock.json is complete',
  );
  return 0;
}

const SYSTEMS = 'android darwin freebsd linux netbsd openbsd openharmony sunos aix win32'.split(' ');
const PROCESSORS = 'arm64 arm x64 ia32 ppc64 riscv64 s390x loong64 mips64el wasm32'.split(' ');

/**
 * Optional packages (those of other platforms) that the lock file names without an entry: npm drops the entry when the
 * registry in use lacks the package, and the next `npm ci` elsewhere refuses the file.
 */
export function missingEntries(lock: LockFile): MissingEntry[] {
  const missing = new Map<string, MissingEntry>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (entry.extraneous) continue;
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (resolves(lock, path, name)) continue;
      missing.set(name, { name, version: range.replace(/^[\^~>=v\s]+/, ''), wantedBy: path });
    }
  }
  return [...missing.values()];
}

/** Paths of entries that no package depends on: npm keeps those of a removed workspace, and installs them. */
export function extraneousEntries(lock: LockFile): string[] {
  return Object.keys(lock.packages).filter((path) => lock.packages[path]?.extraneous);
}

/** The lock file without extraneous entries and with a stub for every missing one, in npm's order. */
export function completed(given: LockFile): LockFile {
  const gone = new Set(extraneousEntries(given));
  const packages = Object.fromEntries(Object.entries(given.packages).filter(([path]) => !gone.has(path)));
  const lock = { ...given, packages: { ...packages } };
  for (const { name, version } of missingEntries(lock))
    packages[`node_modules/${name}`] = stub(name, version);
  const order = Object.keys(packages).sort((a, b) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(order.map((path) => [path, packages[path] as LockEntry])) };
}

function stub(name: string, version: string): LockEntry {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-');
  const system = SYSTEMS.find((one) => words.includes(one) || (one === 'win32' && words.includes('windows')));
  const processor = PROCESSORS.find((one) => words.includes(one));
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : null;
  return {
    version,
    ...(processor && { cpu: [processor] }),
    ...(libc && system === 'linux' && { libc: [libc] }),
    optional: true,
    // A package without a system in its name is one that this registry lacks: no machine may need it.
    ...((system || !processor) && { os: [system ?? 'none'] }),
  };
}

/** Resolves as npm does: in the package's node_modules, then in those of the folders above. */
function resolves(lock: LockFile, from: string, name: string): boolean {
  for (let path = from; ; path = path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0))) {
    if (`${path ? `${path}/` : ''}node_modules/${name}` in lock.packages) return true;
    if (path === '') return false;
  }
}
