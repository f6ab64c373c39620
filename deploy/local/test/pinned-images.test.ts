import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../src/paths.ts';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
/** Images of others with their one version, digest included once Renovate has pinned it. */
const pins = Object.entries(parse(read('deploy/images.yml')) as Record<string, unknown>).map(
  ([name, version]) => `${name}:${String(version)}`,
);

/** The images of others that the files of a kind name. */
function named(files: string, pattern: RegExp): string[] {
  const images = globSync(files, { cwd: projectRoot }).flatMap((file) =>
    [...read(file).matchAll(pattern)].map(([, image = '']) => image),
  );
  return images.filter((image) => !/^(?:gerbang|registry\.example|\$\{)/u.test(image));
}
const used = {
  compose: named('docker-compose.yml', /^ +image: (\S+)$/gmu),
  manifests: named('deploy/kubernetes/**/*.yaml', /^[ -]+(?:image|imageName): (\S+)$/gmu),
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

test('when the Dockerfile takes an image of others, then by one of its arguments that Renovate knows', () => {
  const bases = [...read('deploy/docker/Dockerfile').matchAll(/^FROM (\S+:\S+) AS/gmu)].map(
    ([, from]) => from,
  );
  expect(bases.length).toBe(used.Dockerfile.length);
  for (const base of bases) expect(base).toMatch(/^[a-z]+:\$\{\w+_TAG\}$/u);
});

test('when programs run in images, then on the Node of .nvmrc', () => {
  expect(used.Dockerfile).toContainEqual(
    expect.stringMatching(new RegExp(`^node:${read('.nvmrc').trim()}-`, 'u')),
  );
});

test('when Renovate reads the list, then it knows every image of it with its version', () => {
  const { customManagers } = JSON.parse(read('.github/renovate.json')) as {
    customManagers: { managerFilePatterns: string[]; matchStrings: string[] }[];
  };
  const [pattern = ''] =
    customManagers.find(({ managerFilePatterns: [file = ''] }) => file.includes('images'))?.matchStrings ??
    [];
  const found = [...read('deploy/images.yml').matchAll(new RegExp(pattern, 'gu'))].map(
    ({ groups = {} }) => `${groups.depName}:${groups.currentValue}`,
  );
  expect(found).toEqual(pins);
});
