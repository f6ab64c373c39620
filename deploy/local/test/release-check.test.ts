import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readLock } from '../src/lock-file.ts';
import { projectRoot } from '../src/paths.ts';
import {
  changelogFindings,
  manifestFindings,
  noticesFindings,
  releaseNotes,
  releaseVersion,
  sbomFindings,
  versionFindings,
} from '../src/release-check.ts';
import { makeSbom } from '../src/sbom.ts';
import { renderKustomization } from './kustomize.ts';

const version = releaseVersion();
const lock = readLock();
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

test('when what lies here is checked, then versions, changelog, manifests and bill of materials are in order', () => {
  expect(versionFindings(version, lock, `v${version}`)).toEqual([]);
  expect(changelogFindings(version)).toEqual([]);
  expect(manifestFindings(version)).toEqual([]);
  expect(sbomFindings(version, makeSbom(lock, version))).toEqual([]);
});

test('when the tag, a workspace or the lock file has another version, then the finding names it', () => {
  expect(versionFindings(version, lock, 'v9.9.9')).toEqual([`The tag v9.9.9 is not v${version}`]);
  const other = { packages: { ...lock.packages, gateway: { version: '0.0.9' } } };
  expect(versionFindings(version, other)).toEqual([
    `package-lock.json says 0.0.9 of gateway/package.json, not ${version}`,
  ]);
  expect(versionFindings('9.9.9', lock).length).toBeGreaterThan(20);
});

test('when the changelog has no dated line of the version, then it may not be published', () => {
  expect(changelogFindings('2.0.0', '# Changelog\n\n## 2.0.0\n\n- a line\n')).toHaveLength(1);
  expect(changelogFindings('2.0.0', '# Changelog\n\n## 2.0.0 – 2026-12-01\n\nNothing.\n')).toHaveLength(1);
  expect(changelogFindings('2.0.0', '# Changelog\n\n## 2.0.0 – 2026-12-01\n\n- a line\n')).toEqual([]);
  expect(releaseNotes('1.0.0', '## 2.0.0 – 2026-12-01\n\n- new\n\n## 1.0.0 – 2026-11-01\n\n- old\n')).toBe(
    '- old',
  );
});

test('when the overlay starts images of another version, then the findings name them', () => {
  expect(manifestFindings('9.9.9')).toHaveLength(8);
});

test('when production is rendered, then each image of ours that it starts has the tag of the overlay', () => {
  const manifests = renderKustomization(join(projectRoot, 'deploy/kubernetes/production'));
  const images = JSON.stringify(manifests).match(/(?<="image":")[^"]*gerbang\/[^"]*/gu) ?? [];
  expect(images.filter((image) => !image.endsWith(`:${version}`))).toEqual([]);
  expect(new Set(images).size).toBe(8);
});

test('when a front end hands on packages, then its notices are there and name those of the lock file', () => {
  const react = lock.packages['node_modules/react']?.version;
  const notices = (text: string | null) => noticesFindings(lock, ['auth'], () => text);
  expect(notices(`Parts of\n\n---\n\nreact ${react} (MIT)\n\nMIT License\n`)).toEqual([]);
  expect(notices('react 1.2.3 (MIT)\n\nMIT License\n')).toEqual([
    'frontends/auth/dist/third-party-notices.txt names react 1.2.3, which is not in package-lock.json',
  ]);
  expect(notices(null)).toEqual(['frontends/auth/dist/third-party-notices.txt is missing']);
  expect(notices('nothing')).toHaveLength(1);
});

describe('the bill of materials', () => {
  const sbom = makeSbom(lock, version);

  test('when it lacks what programs are built on, then it is not whole', () => {
    const components = sbom.components.filter(({ name }) => name !== 'fastify');
    expect(sbomFindings(version, { ...sbom, components })).toEqual(['The bill of materials lacks fastify']);
  });

  test('when it is made, then it names what is shipped once, with checksum and licence, and no tool', () => {
    const refs = sbom.components.map(({ 'bom-ref': ref }) => ref);
    expect(new Set(refs).size).toBe(refs.length);
    expect(refs.filter((ref) => /\/(?:jest|oxlint|knip)@/u.test(ref))).toEqual([]);
    const fastify = sbom.components.find(({ name, group }) => name === 'fastify' && !group);
    expect(fastify).toMatchObject({ scope: 'required', licenses: [{ license: { id: 'MIT' } }] });
    expect(fastify?.hashes?.[0]).toEqual({
      alg: 'SHA-512',
      content: expect.stringMatching(/^[0-9a-f]{128}$/u),
    });
  });

  test('when a package wants another, then both are named, and everything is wanted by what we wrote', () => {
    const wanted = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const reached = new Set<string>();
    const walk = (ref: string): void => {
      if (reached.has(ref)) return;
      reached.add(ref);
      wanted.get(ref)?.forEach(walk);
    };
    walk(`gerbang@${version}`);
    expect(sbom.components.filter(({ scope }) => scope === 'required').length).toBeGreaterThan(200);
    expect(
      sbom.components.filter(({ 'bom-ref': ref, scope }) => scope === 'required' && !reached.has(ref)),
    ).toEqual([]);
  });
});

describe('.github/renovate.json', () => {
  interface Rule {
    readonly matchPackageNames?: readonly string[];
    readonly groupName?: string;
    readonly automerge?: boolean;
    readonly dependencyDashboardApproval?: boolean;
  }
  const { packageRules, enabledManagers, automerge } = JSON.parse(read('.github/renovate.json')) as {
    packageRules: Rule[];
    enabledManagers: string[];
    automerge: boolean;
  };

  test('when webpack or the federation plugin has a new version, then both wait together for a maintainer', () => {
    // The last rule that matches wins.
    expect(packageRules.at(-1)).toMatchObject({
      matchPackageNames: ['webpack', 'webpack-cli', '@module-federation/**'],
      groupName: 'webpack and federation',
      automerge: false,
      dependencyDashboardApproval: true,
    });
    expect(automerge).toBe(false);
  });

  test('when something ages, then a manager looks at it', () => {
    expect(enabledManagers).toEqual(
      expect.arrayContaining([
        'npm',
        'dockerfile',
        'docker-compose',
        'kustomize',
        'kubernetes',
        'github-actions',
      ]),
    );
    const { overrides } = JSON.parse(read('package.json')) as { overrides: Record<string, string> };
    expect(Object.keys(overrides).toSorted()).toEqual(['@module-federation/enhanced', 'undici', 'webpack']);
  });

  test('when it looks for the version of PostgreSQL, then it finds the one of the manifest', () => {
    const { customManagers } = JSON.parse(read('.github/renovate.json')) as {
      customManagers: { matchStrings: string[]; managerFilePatterns: string[] }[];
    };
    for (const { matchStrings, managerFilePatterns } of customManagers) {
      const path = (managerFilePatterns[0] ?? '').slice(2, -2).replaceAll('\\', '');
      for (const text of matchStrings) expect(read(path)).toMatch(new RegExp(text, 'u'));
    }
  });
});

test('when packages are installed by hand, then without their scripts, by exact versions, under the Node that we run on', () => {
  const settings = read('.npmrc').split('\n');
  expect(settings).toEqual(
    expect.arrayContaining(['ignore-scripts=true', 'save-exact=true', 'engine-strict=true']),
  );
  // The commands start under Node 20 and install with the Node that they fetch.
  expect(read('deploy/local/cli.mjs')).toContain("'--engine-strict=false'");
});

test('when a file of the repository names a package, then it names no registry: that is the setting of whoever installs', () => {
  const packages = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { resolved?: string }>;
  };
  const hosts = Object.values(packages.packages).filter(({ resolved }) => resolved?.startsWith('http'));
  expect(hosts).toEqual([]);
  expect(read('.npmrc')).not.toContain('registry=');
  expect(parse(read('docker-compose.yml'))).toBeTruthy();
});
