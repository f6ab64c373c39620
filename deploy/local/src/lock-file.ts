import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmView } from './npm.ts';
import { projectRoot } from './paths.ts';

/** A package, or a workspace, as npm writes it down. */
export interface LockEntry {
  version?: string;
  license?: string;
  dev?: boolean;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  peer?: boolean;
  extraneous?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
export interface LockFile {
  packages: Record<string, LockEntry>;
}

export interface MissingEntry {
  name: string;
  version: string;
  wantedBy: string;
}

/** Of what everyone installs, and of what only seldom commands install. */
export const LOCK_FILES = ['package-lock.json', 'deploy/tools/package-lock.json'] as const;

/** A lock file of this repository. */
export function readLock(file: (typeof LOCK_FILES)[number] = LOCK_FILES[0]): LockFile {
  return JSON.parse(readFileSync(join(projectRoot, file), 'utf8')) as LockFile;
}

/** Every entry is there, and npm can check the bytes of every package on every platform; else a line for each that fails. */
export function lockFindings(lock: LockFile, file: string = LOCK_FILES[0]): string[] {
  return [
    ...missingEntries(lock).map(
      ({ name, wantedBy }) => `${file} has no entry of ${name}, which ${wantedBy} wants: npm run lock:fix`,
    ),
    ...unverifiedEntries(lock).map(
      (path) => `${file} has no checksum of ${path}: npm run lock:fix -- --checksums`,
    ),
  ];
}

/**
 * `npm run lock:fix`: completes the lock file after a change of dependencies. With `--checksums` it also asks the registry
 * for the checksums that entries lack, and ends with 1 where the registry has not got them all.
 */
export async function fixLock(args: readonly string[] = []): Promise<number> {
  const lock = readLock();
  const added = missingEntries(lock).length;
  const dropped = extraneousEntries(lock).length;
  const whole = completed(lock);
  const unverified = unverifiedEntries(whole).length;
  const final = args.includes('--checksums') ? await withChecksums(whole, npmIntegrity) : whole;
  const left = unverifiedEntries(final).length;
  if (added + dropped > 0 || left < unverified)
    writeFileSync(join(projectRoot, LOCK_FILES[0]), `${JSON.stringify(final, null, 2)}\n`);
  console.log(
    added + dropped > 0
      ? `package-lock.json: ${added} entries added, ${dropped} extraneous ones dropped`
      : 'package-lock.json is complete',
  );
  if (!args.includes('--checksums')) return 0;
  console.log(
    `package-lock.json: ${unverified - left} checksums added, ${left} not known to the registry in use`,
  );
  return left === 0 ? 0 : 1;
}

const npmIntegrity = (name: string, version: string) => npmView(`${name}@${version}`, 'dist.integrity');

/** Paths of packages from a registry whose bytes npm could not check while installing: their entry has no checksum. */
export function unverifiedEntries(lock: LockFile): string[] {
  return Object.entries(lock.packages)
    .filter(([path, { link, integrity, inBundle }]) => isPackage(path) && !link && !integrity && !inBundle)
    .map(([path]) => path);
}

const isPackage = (path: string) => path.includes('node_modules/');

/** The lock file with the checksums that `find` knows; it returns null for a package that its registry lacks. */
export async function withChecksums(
  lock: LockFile,
  find: (name: string, version: string) => Promise<string | null>,
): Promise<LockFile> {
  const packages = { ...lock.packages };
  for (const path of unverifiedEntries(lock)) {
    const entry = packages[path];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const integrity = entry?.version ? await find(name, entry.version) : null;
    if (integrity) packages[path] = withIntegrity(entry ?? {}, integrity);
  }
  return { ...lock, packages };
}

/** npm writes a checksum right after the version. */
function withIntegrity({ version, ...rest }: LockEntry, integrity: string): LockEntry {
  return { ...(version && { version }), integrity, ...rest };
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
      if (resolvedPath(lock, path, name)) continue;
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

/** The entry that a package means by a name: npm looks in its node_modules, then in those of the folders above. */
export function resolvedPath(lock: LockFile, from: string, name: string): string | undefined {
  for (let path = from; ; path = path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0))) {
    const found = `${path ? `${path}/` : ''}node_modules/${name}`;
    if (found in lock.packages) return found;
    if (path === '') return undefined;
  }
}
