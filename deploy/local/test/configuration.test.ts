import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  allVariables,
  CONFIGURATIONS,
  configurationReference,
  type ProgramWithConfiguration,
  variablesOf,
} from '../src/configuration.ts';
import { renderKustomization } from './kustomize.ts';
import { projectRoot } from '../src/paths.ts';

const AREAS = ['gateway', 'auth', 'admission', 'announcement', 'billing', 'notification'] as const;
type Area = (typeof AREAS)[number];
/** Read by Node itself, and by the door of the images. */
const OTHERS = new Set(['UV_THREADPOOL_SIZE', 'WORKSPACE']);
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

interface Container {
  readonly env?: { readonly name: string }[];
  readonly envFrom?: { readonly configMapRef: { readonly name: string } }[];
}
interface Template {
  readonly template?: { readonly spec: { readonly containers: Container[] } };
}
interface Spec extends Template {
  readonly jobTemplate?: { readonly spec: Template };
}

/** What the images set: `ENV A=1 B=2`, of the stage `gateway` apart. */
function imageVariables(program: ProgramWithConfiguration): string[] {
  return read('deploy/docker/Dockerfile')
    .split(/^FROM /mu)
    .filter((stage) => program === 'gateway' || !stage.includes(' AS gateway'))
    .flatMap((stage) => [...stage.matchAll(/^ENV (.+)$/gmu)])
    .flatMap(([, pairs = '']) => [...pairs.matchAll(/(\w+)=/gu)].map(([, name = '']) => name));
}

function problems(
  program: ProgramWithConfiguration,
  given: readonly string[],
  shared: readonly string[] = [],
) {
  const names = given.map((name) => (name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : name));
  const variables = variablesOf(program);
  const known = new Set(variables.map(({ name }) => name));
  const all = new Set([...names, ...shared, ...imageVariables(program)]);
  const needsQueue = known.has('REDIS_URL') && !all.has('REDIS_URL') && !all.has('QUEUE_DATABASE_URL');
  return {
    unknown: names.filter((name) => !known.has(name) && !OTHERS.has(name) && !shared.includes(name)),
    missing: [
      ...variables.filter(({ name, required }) => required && !all.has(name)).map(({ name }) => name),
      ...(needsQueue ? ['REDIS_URL'] : []),
    ],
    twice: names.filter((name, at) => names.indexOf(name) !== at),
  };
}
const FINE = { unknown: [], missing: [], twice: [] };

test('when the reference is made anew, then it is the one in deploy/configuration.md (npm run config:reference writes it)', () => {
  expect(read('deploy/configuration.md')).toBe(configurationReference());
});

test('when a program reads a variable, then the variable has a description', () => {
  expect(allVariables().filter(({ purpose }) => purpose.length < 10)).toEqual([]);
  expect(allVariables().filter(({ purpose }) => /[|\n]/u.test(purpose))).toEqual([]);
});

test('when a variable holds a key, a password or a token, then the reference marks it as secret', () => {
  const secrets = allVariables().filter(({ secret }) => secret);
  expect(secrets.length).toBeGreaterThan(15);
  const open = allVariables().filter(
    ({ name, secret }) =>
      !secret && /PASSWORD|_TOKEN|_SECRET|PRIVATE|PEPPER|_KEYS?$|DATABASE_URL/u.test(name),
  );
  expect(open.map(({ name }) => name)).toEqual([
    'BANK_MERCHANT_KEY',
    'IDENTITY_PUBLIC_KEY',
    'PAY_CLIENT_KEY',
    'PAY_PROVIDER_KEYS',
  ]);
});

describe('docker-compose.yml', () => {
  const { services, 'x-common': common } = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string> }>;
    'x-common': Record<string, string>;
  };

  test.each([...AREAS, 'migration', 'backup'] as const)(
    'when it starts %s, then it sets what is needed, and only what exists',
    (program) => {
      const given = Object.keys(services[program]?.environment ?? {});
      expect(problems(program, given, Object.keys(common))).toEqual(FINE);
    },
  );
});

describe('the manifests', () => {
  const manifests = renderKustomization(join(projectRoot, 'deploy/kubernetes/production'));
  const common = manifests.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && /^gerbang-[0-9a-f]{10}$/u.test(metadata.name),
  );
  const shared = Object.keys(common?.data ?? {});
  /** `name` is the whole name of the manifest, or what stands before the tag of the release. */
  const containerOf = (kind: string, name: string): Container => {
    const found = manifests.find(
      ({ kind: one, metadata }) =>
        one === kind && (metadata.name === name || metadata.name.startsWith(`${name}-`)),
    );
    const spec = found?.spec as Spec | undefined;
    const { template } = spec?.jobTemplate?.spec ?? spec ?? {};
    return template?.spec.containers[0] ?? {};
  };
  const envOf = (container: Container) => (container.env ?? []).map(({ name }) => name);

  test.each(AREAS)('when they start %s, then they set what is needed, and only what exists', (area: Area) => {
    const container = containerOf('Deployment', area);
    expect(container.envFrom).toEqual([{ configMapRef: { name: common?.metadata.name } }]);
    expect(problems(area, envOf(container), shared)).toEqual(FINE);
  });

  test('when they migrate, then every database of the programs is named', () => {
    expect(problems('migration', envOf(containerOf('Job', 'migration')))).toEqual(FINE);
    expect(envOf(containerOf('Job', 'migration')).toSorted()).toEqual(
      ['OWNER_DATABASE_URL', ...AREAS.map((area) => `${area.toUpperCase()}_DATABASE_URL`)].toSorted(),
    );
  });

  test('when they back up, then everything that it needs is named', () => {
    expect(problems('backup', envOf(containerOf('CronJob', 'backup')), shared)).toEqual(FINE);
    expect(envOf(containerOf('CronJob', 'backup'))).toEqual(
      expect.arrayContaining([
        ...envOf(containerOf('Job', 'migration')),
        'FILES_DIR',
        'BACKUP_DIR',
        'BACKUP_RECIPIENT',
      ]),
    );
  });

  test('when they share a variable, then some program reads it', () => {
    const read = new Set(AREAS.flatMap((area) => Object.keys(CONFIGURATIONS[area].shape)));
    expect(shared.filter((name) => !read.has(name))).toEqual([]);
  });
});
