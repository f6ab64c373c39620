import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../src/paths.ts';

/** Stands in for Docker: one old container a service, a new one after `up --scale`, which fails for the service FAILS; the one-off BREAKS fails too. */
const DOCKER = `#!/bin/sh
echo "$*" >> "$HOME/calls"
case "$*" in
  "compose ps --quiet proxy") ;;
  "compose ps --quiet "*) echo "old-$4" ;;
  "compose ps --all --quiet "*) echo "old-$5"; echo "new-$5" ;;
  "inspect "*old-gateway) echo "$GATEWAY_PORT" ;;
  *"--scale $FAILS=2"*) exit 1 ;;
  "compose run --rm --no-deps $BREAKS") exit 1 ;;
esac
`;
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gerbang-release-'));
  writeFileSync(join(home, 'docker'), DOCKER);
  chmodSync(join(home, 'docker'), 0o755);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function release(env: Record<string, string> = {}, ...args: string[]) {
  const { status, stderr } = spawnSync('sh', [join(projectRoot, 'deploy/docker/release.sh'), ...args], {
    encoding: 'utf8',
    env: {
      PATH: `${home}:${process.env.PATH}`,
      HOME: home,
      GATEWAY_PORT: '0',
      FAILS: 'none',
      BREAKS: 'none',
      ...env,
    },
  });
  const calls = existsSync(join(home, 'calls'))
    ? readFileSync(join(home, 'calls'), 'utf8').trim().split('\n')
    : [];
  return { status, stderr, calls };
}

test('when a release is brought, then the migration comes first, then the services, then the gateway, each beside the old one', () => {
  const { status, calls } = release();
  expect(status).toBe(0);
  const steps = calls.filter((call) => /build|run |--scale|^stop|^rm/u.test(call));
  expect(steps.slice(0, 6)).toEqual([
    'compose build',
    'compose run --rm --no-deps secrets',
    'compose run --rm --no-deps migration',
    'compose up --detach --no-build --no-deps --no-recreate --wait --scale auth=2 auth',
    'stop old-auth',
    'rm old-auth',
  ]);
  expect(calls.filter((call) => call.startsWith('stop'))).toEqual(
    ['auth', 'admission', 'announcement', 'billing', 'notification', 'gateway'].map(
      (name) => `stop old-${name}`,
    ),
  );
});

test('when a new container does not become ready, then it goes, the old one stays, and nothing further is renewed', () => {
  const { status, stderr, calls } = release({ FAILS: 'billing' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^billing did not become ready; the release before goes on/u);
  expect(calls).toContain('rm --force new-billing');
  expect(
    calls.filter((call) => /old-(?:billing|notification|gateway)$/u.test(call) && /^(?:stop|rm)/u.test(call)),
  ).toEqual([]);
});

test.each([
  ['secrets', 'Mend what is said above and run this again.'],
  ['migration', 'Mend what the migration says above and run this again; it goes on from there.'],
])('when the one-off %s fails, then the release before goes on and nothing is renewed', (breaks, remedy) => {
  const { status, stderr, calls } = release({ BREAKS: breaks });
  expect(status).toBe(1);
  expect(stderr).toBe(`The release before goes on. ${remedy}\n`);
  expect(calls.at(-1)).toBe(`compose run --rm --no-deps ${breaks}`);
});

test('when the gateway has a port of its own, then it is renewed in place', () => {
  const { status, calls } = release({ GATEWAY_PORT: '8080' });
  expect(status).toBe(0);
  expect(calls).toContain('compose up --detach --no-build --no-deps --wait gateway');
  expect(calls).not.toContain('stop old-gateway');
});

test('when images come from a registry, then nothing is built', () => {
  const { calls } = release({}, '--pull');
  expect(calls[0]).toBe('compose pull --quiet');
  expect(calls).not.toContain('compose build');
});

test('when it goes back, then the gateway comes first, nothing is built, and the schema stays', () => {
  const { status, calls } = release({}, '--back');
  expect(status).toBe(0);
  expect(calls.filter((call) => /build|run|pull/u.test(call) && !call.includes('--no-build'))).toEqual([]);
  expect(calls.filter((call) => call.startsWith('stop'))).toEqual(
    ['gateway', 'auth', 'admission', 'announcement', 'billing', 'notification'].map(
      (name) => `stop old-${name}`,
    ),
  );
});
