import { type LockEntry, type LockFile, resolvedPath } from './lock-file.ts';

const NAME = 'gerbang';

interface Component {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly scope: 'required' | 'optional';
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly object[];
  readonly purl: string;
}

/** A bill of materials in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). */
export interface Sbom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly version: number;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const isShipped = ([path, { dev, link }]: [string, LockEntry]) =>
  path.includes('node_modules/') && !dev && !link;

/**
 * What a release is made of, by the lock file: packages of npm with checksum and licence, and which of them wants which.
 * Tools of development are left out. npm's own `npm sbom` refuses a tree whose tools disagree about a version.
 */
export function makeSbom(lock: LockFile, version: string): Sbom {
  const shipped = Object.entries(lock.packages).filter(isShipped);
  const components = new Map(shipped.map(([path, entry]) => [refOf(path, entry), componentOf(path, entry)]));
  const root = `${NAME}@${version}`;
  const wanted = new Map<string, Set<string>>([[root, new Set()]]);
  for (const [path, entry] of Object.entries(lock.packages)) {
    const isOwn = !path.includes('node_modules/');
    const ref = isOwn ? root : refOf(path, entry);
    if (!isOwn && !components.has(ref)) continue;
    const dependsOn = wanted.get(ref) ?? new Set();
    wanted.set(ref, dependsOn);
    const { dependencies, optionalDependencies, peerDependencies } = entry;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = resolvedPath(lock, path, name);
      const target = found === undefined ? undefined : refOf(found, lock.packages[found] ?? {});
      if (target && components.has(target)) dependsOn.add(target);
    }
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: NAME,
        version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    } as Sbom['metadata'],
    components: [...components.values()],
    dependencies: [...wanted].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn] })),
  };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The package's address (https://github.com/package-url/purl-spec). */
const refOf = (path: string, { version }: LockEntry) =>
  `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`;

function componentOf(path: string, entry: LockEntry): Component {
  const [group, name] = nameOf(path).startsWith('@') ? nameOf(path).split('/') : [undefined, nameOf(path)];
  const [algorithm = '', checksum = ''] = entry.integrity?.split('-') ?? [];
  const content = Buffer.from(checksum, 'base64').toString('hex');
  return {
    type: 'library',
    'bom-ref': refOf(path, entry),
    ...(group && { group }),
    name: name ?? '',
    version: entry.version ?? '',
    scope: entry.optional ? 'optional' : 'required',
    ...(content && { hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content }] }),
    ...(entry.license && { licenses: [licence(entry.license)] }),
    purl: refOf(path, entry),
  };
}

/** One name of the list at spdx.org, an expression of several, or words of their own. */
function licence(text: string): object {
  if (text.startsWith('SEE ')) return { license: { name: text } };
  return / (?:OR|AND|WITH) /u.test(text) ? { expression: text } : { license: { id: text } };
}
