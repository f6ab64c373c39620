import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { buildFrontEnds, frontEnds } from './front-ends.ts';
import { LOCK_FILES, type LockFile, lockFindings, readLock } from './lock-file.ts';
import { projectRoot } from './paths.ts';
import { makeSbom, type Sbom } from './sbom.ts';

const CHANGELOG = '.github/CHANGELOG.md';
const OVERLAY = 'deploy/kubernetes/production';

/** What keeps a release from being published, a line each; none when everything is in order. */
export type Findings = readonly string[];

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const packageFile = (path: string) => JSON.parse(read(path)) as PackageFile;

/** The version of the next release: that of the root's package.json. */
export function releaseVersion(): string {
  return packageFile('package.json').version;
}

/** Workspaces, what they want of each other, and the lock file name one version; so does the tag, where one is given. */
export function versionFindings(version: string, lock: LockFile, tag?: string): Findings {
  const { workspaces = [] } = packageFile('package.json');
  const paths = globSync(
    workspaces.map((folder) => `${folder}/package.json`),
    { cwd: projectRoot },
  );
  const files = [...paths, 'package.json'].map((path) => ({ path, ...packageFile(path) }));
  const findings = tag === undefined || tag === `v${version}` ? [] : [`The tag ${tag} is not v${version}`];
  for (const { path, version: given, dependencies, devDependencies } of files) {
    if (given !== version) findings.push(`${path} says ${given}, not ${version}`);
    for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (name.startsWith('@gerbang/') && wanted !== version)
        findings.push(`${path} wants ${name} ${wanted}, not ${version}`);
    }
    const locked = lock.packages[path === 'package.json' ? '' : dirname(path)]?.version;
    if (locked !== version) findings.push(`package-lock.json says ${locked} of ${path}, not ${version}`);
  }
  return findings;
}

/** The changelog has a dated entry of this version with at least one line, above those of older versions. */
export function changelogFindings(version: string, text = read(CHANGELOG)): Findings {
  const entry = releaseNotes(version, text);
  if (entry === null) return [`${CHANGELOG} has no entry "## ${version} – <date>"`];
  return /^- /mu.test(entry) ? [] : [`The entry of ${version} in ${CHANGELOG} is empty`];
}

/** What the changelog says of a version; null where it has no dated entry of it. */
export function releaseNotes(version: string, text = read(CHANGELOG)): string | null {
  const [, ...entries] = text.split(/^## /mu);
  const entry = entries.find((one) => /^(\S+) – \d{4}-\d{2}-\d{2}\n/u.exec(one)?.[1] === version);
  return entry === undefined ? null : entry.slice(entry.indexOf('\n')).trim();
}

/** The manifests of production start images of this version; the name of the migration's Job follows from its image. */
export function manifestFindings(version: string): Findings {
  const { images } = parse(read(join(OVERLAY, 'kustomization.yaml'))) as {
    readonly images: readonly { readonly name: string; readonly newTag: string }[];
  };
  return images
    .filter(({ newTag }) => newTag !== version)
    .map(({ name, newTag }) => `${OVERLAY} starts ${name}:${newTag}, not version ${version}`);
}

const noticesFile = (name: string) =>
  join('frontends', name, 'dist', name === 'shell' ? 'assets' : '', 'third-party-notices.txt');

const builtNotices = (file: string) => (existsSync(join(projectRoot, file)) ? read(file) : null);

/** What each built front end hands on names its packages in the version of the lock file, with the texts of licences. */
export function noticesFindings(
  lock: LockFile,
  names: readonly string[] = frontEnds(),
  textOf: (file: string) => string | null = builtNotices,
): Findings {
  return names.flatMap((name) => {
    const file = noticesFile(name);
    const text = textOf(file);
    if (text === null) return [`${file} is missing`];
    const named = [...text.matchAll(/^(?<name>@?[\w./-]+) (?<version>\d+\.\S+) \(.*\)$/gmu)].map(
      ({ groups }) => groups,
    );
    if (named.length === 0) return [`${file} names no package`];
    const versions = (wanted: string) =>
      Object.entries(lock.packages)
        .filter(([path]) => path.endsWith(`node_modules/${wanted}`))
        .map(([, entry]) => entry.version);
    return named
      .filter((one) => !versions(one?.name ?? '').includes(one?.version))
      .map((one) => `${file} names ${one?.name} ${one?.version}, which is not in package-lock.json`);
  });
}

/** The bill of materials is whole: it names this version and the packages that programs are built on. */
export function sbomFindings(version: string, { metadata, components }: Sbom): Findings {
  const names = new Set(components.map(({ name }) => name));
  return [
    ...(metadata.component.version === version
      ? []
      : [`The bill of materials is of ${metadata.component.version}`]),
    ...['fastify', 'react', 'pg']
      .filter((name) => !names.has(name))
      .map((name) => `The bill of materials lacks ${name}`),
  ];
}

/** The value of `--name value`; undefined where it is not given. */
function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(`--${name}`);
  return at === -1 ? undefined : args[at + 1];
}

/**
 * `npm run release:check [-- --tag v1.2.3] [--sbom file] [--notes file]`: says whether what lies here may be published,
 * without asking any other machine. Writes the bill of materials and the changelog's entry where files are named.
 */
export async function run(args: string[]): Promise<number> {
  const version = releaseVersion();
  const lock = readLock();
  await buildFrontEnds((line) => console.log(line));
  const sbom = makeSbom(lock, version);
  const findings = [
    ...versionFindings(version, lock, option(args, 'tag')),
    ...changelogFindings(version),
    ...LOCK_FILES.flatMap((file) => lockFindings(readLock(file), file)),
    ...manifestFindings(version),
    ...noticesFindings(lock),
    ...sbomFindings(version, sbom),
  ];
  const files = { sbom: `${JSON.stringify(sbom, null, 2)}\n`, notes: `${releaseNotes(version) ?? ''}\n` };
  for (const [name, text] of Object.entries(files)) {
    const file = option(args, name);
    if (file) writeFileSync(file, text);
  }
  for (const finding of findings) console.error(finding);
  console.log(
    findings.length === 0
      ? `Version ${version} may be published`
      : `Version ${version} may not be published yet: ${findings.length} to mend`,
  );
  return findings.length === 0 ? 0 : 1;
}
