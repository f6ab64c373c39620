import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { mustRunNode } from '../src/child.ts';
import { projectRoot } from '../src/paths.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Record<string, unknown>;
}
interface Job {
  readonly permissions?: Record<string, string>;
  readonly needs?: string | string[];
  readonly steps?: readonly Step[];
  readonly uses?: string;
  readonly 'timeout-minutes'?: number;
}
interface Workflow {
  readonly permissions: Record<string, string>;
  readonly jobs: Record<string, Job>;
}

const FILES = globSync('.github/workflows/*.yml', { cwd: projectRoot });
const textOf = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const workflow = (file: string) => parse(textOf(file)) as Workflow;
const stepsOf = (file: string) => Object.values(workflow(file).jobs).flatMap(({ steps = [] }) => steps);

test('when workflows are read by the parser of GitHub Actions, then it finds no error', async () => {
  expect(FILES).toHaveLength(3);
  const program = join(projectRoot, 'deploy/local/test/workflows-program.ts');
  expect(await mustRunNode('Reading the workflows', [program, ...FILES])).toBe(
    FILES.map((file) => `${file} has no error\n`).join(''),
  );
});

test.each(FILES)(
  'when %s uses an action, then the action is pinned by a whole commit with its version beside it',
  (file) => {
    const uses = textOf(file)
      .split('\n')
      .filter((line) => /^\s*(?:- )?uses: (?!\.\/)/u.test(line));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
  },
);

test.each(FILES)('when %s runs, then it may read, and writes only where a job says so', (file) => {
  const { permissions, jobs } = workflow(file);
  expect(Object.values(permissions).filter((one) => one !== 'read')).toEqual([]);
  const writing = Object.entries(jobs).filter(([, job]) =>
    Object.values(job.permissions ?? {}).includes('write'),
  );
  expect(writing.map(([name]) => name)).toEqual(file.endsWith('release.yml') ? ['images', 'page'] : []);
  for (const job of Object.values(jobs)) expect(Boolean(job.uses ?? job['timeout-minutes'])).toBe(true);
  for (const step of stepsOf(file)) {
    if (step.uses?.startsWith('actions/checkout@')) expect(step.with?.['persist-credentials']).toBe(false);
    // A title of a pull request or a name of a branch would be read as a program.
    expect(step.run ?? '').not.toContain('${{');
  }
});

test('when a branch is merged, then tests, the stores in containers and the start on macOS have passed', () => {
  const { jobs } = workflow('.github/workflows/checks.yml');
  const others = Object.keys(jobs).filter((name) => name !== 'required');
  expect(jobs.required?.needs).toEqual(others);
  const commands = stepsOf('.github/workflows/checks.yml').map(({ run }) => run ?? '');
  expect(commands).toEqual(expect.arrayContaining(['.ci/run', 'npm run test:containers']));
  expect(commands.some((run) => run.includes('npm run up'))).toBe(true);
});

test('when a tag is published, then only after the checks and the proof, with a bill of materials and provenance', () => {
  const { jobs } = workflow('.github/workflows/release.yml');
  expect(jobs.checks?.uses).toBe('./.github/workflows/checks.yml');
  expect(jobs.long?.uses).toBe('./.github/workflows/long.yml');
  expect(jobs.images?.needs).toEqual(['checks', 'long', 'prove']);
  const build = jobs.images?.steps?.find(({ uses }) => uses?.startsWith('docker/build-push-action@'));
  expect(build?.with).toMatchObject({
    platforms: 'linux/amd64,linux/arm64',
    sbom: true,
    provenance: 'mode=max',
  });
  expect(JSON.stringify(jobs.prove?.steps)).toContain('npm run release:check -- --tag');
});
