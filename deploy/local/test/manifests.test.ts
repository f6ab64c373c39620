import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ALERT_RULE_FILE, alertRuleManifest } from '../src/alert-rule.ts';
import { runNode } from '../src/child.ts';
import { type Manifest, renderKustomization } from './kustomize.ts';
import { projectRoot } from '../src/paths.ts';
import { shipped } from '../src/store-containers.ts';

const FOLDER = join(projectRoot, 'deploy/kubernetes');
const PRODUCTION = join(FOLDER, 'production');
const COMPONENTS = readdirSync(join(FOLDER, 'components'));
/** Components of an overlay, by name. */
const OVERLAYS: readonly string[] = [
  '',
  ...COMPONENTS,
  // Everything outside of the cluster; everything in it.
  'ingress managed-postgres managed-redis object-storage off-site prometheus-operator',
  'redis off-site prometheus-operator',
];
let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'gerbang-overlay-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A folder like production with these components, as an operator would write it. */
function overlay(components: string): string {
  const folder = mkdtempSync(join(home, 'one-'));
  let text = readFileSync(join(PRODUCTION, 'kustomization.yaml'), 'utf8');
  for (const name of components.split(' ').filter(Boolean)) {
    text = text
      .replace('# components:', 'components:')
      .replace(`#   - ../components/${name}\n`, `  - ../components/${name}\n`);
  }
  const here = relative(folder, FOLDER);
  writeFileSync(join(folder, 'kustomization.yaml'), text.replaceAll('- ../', `- ${here}/`));
  copyFileSync(join(PRODUCTION, 'namespace.yaml'), join(folder, 'namespace.yaml'));
  return folder;
}

const render = (components = '') => renderKustomization(overlay(components));
const named = (manifests: readonly Manifest[], kind: string) =>
  manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);
const find = (manifests: readonly Manifest[], kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name);

/** With hashes of names replaced (each renderer has its own), in an order of its own. */
const comparable = (manifests: readonly Manifest[]) =>
  (
    JSON.parse(
      JSON.stringify(manifests).replaceAll(/"gerbang-(?!prometheus)[0-9a-z]{10}"/gu, '"gerbang-HASH"'),
    ) as Manifest[]
  )
    .map((one) => ({ key: `${one.kind}/${one.metadata.name}`, one }))
    .toSorted((a, b) => a.key.localeCompare(b.key));

/**
 * What kubectl makes of a folder; null on a machine without it, or with one older than components (kustomize 5). The machines
 * of GitHub have it, and what is merged has been compared with it there.
 */
function byKubectl(folder: string): Manifest[] | null {
  const version = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' });
  if (!/Kustomize Version: v5/u.test(version.stdout ?? '')) {
    if (process.env.GITHUB_ACTIONS) throw new Error('kubectl with kustomize 5 is missing');
    return null;
  }
  const { stdout, stderr, status } = spawnSync('kubectl', ['kustomize', folder], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
}

test.each(OVERLAYS)(
  'when production is rendered with "%s", then it is what kubectl renders',
  (components) => {
    const folder = overlay(components);
    const ours = comparable(renderKustomization(folder));
    const theirs = byKubectl(folder);
    expect(ours.length).toBeGreaterThan(30);
    expect(ours).toEqual(theirs ? comparable(theirs) : ours);
  },
);

test('when every overlay is rendered, then each manifest keeps to the schema of its kind', async () => {
  const all = new Set(OVERLAYS.flatMap((components) => render(components)).map((one) => JSON.stringify(one)));
  const file = join(home, 'all.json');
  writeFileSync(file, `[${[...all].join()}]`);
  const { code, output } = await runNode([join(projectRoot, 'deploy/local/test/schemas-program.ts'), file]);
  expect([code, output]).toEqual([0, `${all.size} manifests keep to the schemas of their kinds\n`]);
});

test('when a manifest has a wrong field, then the schemas say so', async () => {
  const manifests = render('prometheus-operator');
  const wrong = {
    Deployment: { replica: 2 },
    HTTPRoute: { hostname: 'a.example' },
    Cluster: { instances: 'three' },
    ObjectStore: { retentionPolicy: 'a month' },
    ServiceMonitor: { endpoints: 'metrics' },
  };
  const changed = Object.entries(wrong).map(([kind, spec]) => {
    const one = manifests.find((manifest) => manifest.kind === kind);
    return { ...one, spec: { ...(one?.spec as object), ...spec } };
  });
  const file = join(home, 'wrong.json');
  writeFileSync(file, JSON.stringify(changed));
  const { code, output } = await runNode([join(projectRoot, 'deploy/local/test/schemas-program.ts'), file]);
  expect(code).toBe(1);
  for (const kind of Object.keys(wrong)) expect(output).toContain(`${kind} `);
});

describe('the migration', () => {
  const withTag = (tag: string) => {
    const path = join(PRODUCTION, 'kustomization.yaml');
    return renderKustomization(
      PRODUCTION,
      new Map([[path, readFileSync(path, 'utf8').replaceAll('0.1.0', tag)]]),
    );
  };

  test('when a release is rendered twice, then its Job is the same, so that applying it again changes nothing', () => {
    expect(withTag('0.1.0')).toEqual(withTag('0.1.0'));
  });

  test('when the next release is rendered within the day, then its Job has another name, and none is changed', () => {
    const [before, after] = [withTag('0.1.0'), withTag('0.2.0')];
    expect([named(before, 'Job'), named(after, 'Job')]).toEqual([['migration-0.1.0'], ['migration-0.2.0']]);
    expect(JSON.stringify(find(after, 'Job', 'migration-0.2.0'))).toContain('/gerbang/migration:0.2.0"');
  });
});

test('when a value of the configuration changes, then every program that reads it is started anew', () => {
  const path = join(PRODUCTION, 'kustomization.yaml');
  const text = readFileSync(path, 'utf8').replace('10.0.0.0/8', '10.1.0.0/16');
  const nameOf = (manifests: readonly Manifest[]) =>
    named(manifests, 'ConfigMap').find((one) => /-[0-9a-f]{10}$/u.test(one));
  const before = renderKustomization(PRODUCTION);
  const after = renderKustomization(PRODUCTION, new Map([[path, text]]));
  expect(nameOf(after)).not.toBe(nameOf(before));
  expect(JSON.stringify(after)).not.toContain(nameOf(before));
});

interface Pod {
  readonly securityContext: Record<string, unknown>;
  readonly imagePullSecrets?: unknown;
  readonly containers: readonly {
    readonly image: string;
    readonly securityContext: Record<string, unknown>;
  }[];
}

/** The pods of a rendered overlay, by the place in the manifests. */
function podsOf(manifests: readonly Manifest[]): Map<string, Pod> {
  const found = new Map<string, Pod>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('containers' in value) found.set(path, value as unknown as Pod);
    for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
  };
  for (const one of manifests) walk(one.spec, `${one.kind} ${one.metadata.name}`);
  return found;
}

test('when the namespace admits restricted pods only, then every pod is one (Pod Security Standards)', () => {
  const manifests = render('redis off-site');
  const { labels = {} } = find(manifests, 'Namespace', 'gerbang')?.metadata ?? {};
  expect(labels['pod-security.kubernetes.io/enforce']).toBe('restricted');
  expect(podsOf(manifests).size).toBe(10);
  for (const [name, { securityContext, containers }] of podsOf(manifests)) {
    expect([name, securityContext]).toEqual([
      name,
      expect.objectContaining({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }),
    ]);
    for (const container of containers) {
      expect([name, container.securityContext]).toEqual([
        name,
        { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      ]);
    }
  }
});

test('when images are pulled, then from the registry of the overlay, by a tag, with its login', () => {
  for (const [name, { containers, imagePullSecrets }] of podsOf(render())) {
    expect([name, imagePullSecrets]).toEqual([name, [{ name: 'gerbang-registry' }]]);
    for (const { image } of containers)
      expect(image).toMatch(/^registry\.example\/gerbang\/[a-z]+:\d+\.\d+\.\d+$/u);
  }
});

test('when stores are managed outside, then the programs reach their networks, and PostgreSQL is not started here', () => {
  const manifests = render('managed-redis managed-postgres');
  expect(['Cluster', 'ObjectStore', 'ScheduledBackup'].flatMap((kind) => named(manifests, kind))).toEqual([]);
  for (const [name, port] of [
    ['managed-redis', 6379],
    ['managed-postgres', 5432],
  ] as const) {
    const policy = JSON.stringify(find(manifests, 'NetworkPolicy', name)?.spec);
    expect(policy).toContain('"ipBlock":{"cidr":"192.0.2.0/32"}');
    expect(policy).toContain(`"port":${port}`);
    expect(policy).toContain('"app.kubernetes.io/part-of":"gerbang"');
  }
});

test('when a cluster knows Ingress only, then it takes the place of the Gateway API', () => {
  const manifests = render('ingress');
  expect(named(manifests, 'Ingress')).toEqual(['gerbang']);
  expect([...named(manifests, 'Gateway'), ...named(manifests, 'HTTPRoute')]).toEqual([]);
  for (const all of [manifests, render()]) {
    expect(JSON.stringify(all)).toContain('"ppdb.sekolah.example"');
    expect(JSON.stringify(all)).not.toContain('gerbang.invalid');
  }
});

test('when Redis runs in the cluster, then as in docker-compose.yml', () => {
  const { image, command } = shipped('redis');
  const [pod] = [...podsOf(render('redis'))].flatMap(([path, one]) =>
    path.startsWith('StatefulSet') ? [one] : [],
  );
  expect(pod?.containers[0]).toMatchObject({ image, command });
});

test('when the rules are read by the Prometheus operator, then they are those of alerts.yml (npm run alerts:rule writes them)', () => {
  expect(readFileSync(join(projectRoot, ALERT_RULE_FILE), 'utf8')).toBe(alertRuleManifest());
});

test('when the page is read, then it names every component, ten steps and the version of Kubernetes', () => {
  const page = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  expect(COMPONENTS.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  expect([...page.matchAll(/^(\d+)\. \*\*/gmu)].map(([, number]) => Number(number))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  expect(page).toMatch(/Kubernetes 1\.\d+ or newer/u);
  const production = readFileSync(join(PRODUCTION, 'kustomization.yaml'), 'utf8');
  expect(COMPONENTS.filter((name) => !production.includes(`../components/${name}\n`))).toEqual([]);
});
