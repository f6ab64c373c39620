import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { projectRoot } from '../src/paths.ts';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
/** Images of others with their one version and its digest. */
const pins = Object.entries(parse(read('deploy/images.yml')) as Record<string, unknown>).map(
  ([name, version]) => `${name}:${String(version)}`,
);

const filesOf = (patterns: string[]) =>
  globSync(patterns, { cwd: projectRoot, exclude: ['**/node_modules/**'] });

/** The values of `image` and `imageName` below a value. */
function imagesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    /^image(?:Name)?$/u.test(key) && typeof inner === 'string' ? [inner] : imagesIn(inner),
  );
}

/** The images of others that YAML files name. */
const named = (...patterns: string[]): string[] =>
  filesOf(patterns)
    .flatMap((file) => parseAllDocuments(read(file)).flatMap((one) => imagesIn(one.toJS())))
    .filter((image) => !/^(?:gerbang|registry\.example|\$\{)/u.test(image));
const used = {
  compose: named('*.yml', '*.yaml'),
  manifests: named('deploy/**/*.yaml', 'deploy/**/*.yml', '.github/**/*.yml'),
  Dockerfile: [...read('deploy/docker/Dockerfile').matchAll(/# renovate: (\S+)\nARG \w+=(\S+)/gu)].map(
    ([, name = '', tag = '']) => `${name}:${tag}`,
  ),
};

test.each(Object.entries(used))(
  'when %s names an image of others, then in the version of the list',
  (_place, images) => {
    expect(images.length).toBeGreaterThan(2);
    expect(images.filter((image) => !pins.includes(image))).toEqual([]);
  },
);

test('when the list names an image, then something uses it, and a number tells its version', () => {
  const all = Object.values(used).flat();
  expect(pins.filter((pin) => !all.includes(pin))).toEqual([]);
  // Debian is known by its name; what is in it comes with every build.
  expect(pins.filter((pin) => !/:v?\d+\.\d+/u.test(pin) && !pin.startsWith('debian:'))).toEqual([]);
});

test('when the list names an image, then by digest: a version alone can be given to another image', () => {
  expect(pins.filter((pin) => !/@sha256:[0-9a-f]{64}$/u.test(pin))).toEqual([]);
});

test('when a Dockerfile takes an image of others, then by one of its arguments that Renovate knows', () => {
  expect(filesOf(['*Dockerfile*', '*/*Dockerfile*', 'deploy/*/*Dockerfile*'])).toEqual([
    join('deploy', 'docker', 'Dockerfile'),
  ]);
  const text = read('deploy/docker/Dockerfile');
  const stages = [...text.matchAll(/^FROM \S+ AS (\S+)$/gmu)].map(([, stage]) => stage);
  const taken = [...text.matchAll(/^FROM (\S+)|\bfrom=([^\s,]+)/gmu)]
    .map(([, base, from]) => base ?? from)
    .filter((name) => !stages.includes(name));
  expect(taken.length).toBe(used.Dockerfile.length);
  for (const name of taken) expect(name).toMatch(/^[a-z]+:\$\{\w+_TAG\}$/u);
});

test('when programs run in images, then on the Node of .nvmrc', () => {
  expect(used.Dockerfile).toContainEqual(
    expect.stringMatching(new RegExp(`^node:${read('.nvmrc').trim()}-`, 'u')),
  );
});

test('when Renovate reads the list, then it knows every image of it with its version and digest', () => {
  const { customManagers } = JSON.parse(read('.github/renovate.json')) as {
    customManagers: { managerFilePatterns: string[]; matchStrings: string[] }[];
  };
  const [pattern = ''] =
    customManagers.find(({ managerFilePatterns: [file = ''] }) => file.includes('images'))?.matchStrings ??
    [];
  const found = [...read('deploy/images.yml').matchAll(new RegExp(pattern, 'gu'))].map(
    ({ groups = {} }) => `${groups.depName}:${groups.currentValue}@${groups.currentDigest}`,
  );
  expect(found).toEqual(pins);
});
