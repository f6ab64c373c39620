import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runNode } from '../src/child.ts';
import { renderKustomization } from './kustomize.ts';
import { projectRoot } from '../src/paths.ts';
import { testFolder } from '../src/test-folder.ts';
import { composeFile } from './compose-file.ts';

interface Container {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
}
const PROGRAM = /\bdeploy\/backup\/src\/(?:backup|restore|schedule)\.ts$/u;
const KUBERNETES = join(projectRoot, 'deploy/kubernetes');

/** Everything below a value that has an image and runs a program of the backups. */
function containersIn(value: unknown): Container[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = value as Container;
  const runs = [...(own.command ?? []), ...(own.args ?? [])].some((one) => PROGRAM.test(String(one)));
  return [...(own.image && runs ? [own] : []), ...Object.values(value).flatMap(containersIn)];
}

/** The YAML that restore.md gives for the cluster. */
const restoreJob = () => {
  const page = readFileSync(join(projectRoot, 'deploy/runbook/restore.md'), 'utf8');
  return parse(/```yaml\n(.*?)```/su.exec(page)?.[1] ?? '') as unknown;
};

test('when a manifest runs a program of the backups, then in the image that has pg_dump and pg_restore', () => {
  const places = {
    production: renderKustomization(join(KUBERNETES, 'production')),
    'restore.md': restoreJob(),
  };
  for (const [place, manifests] of Object.entries(places)) {
    const images = containersIn(manifests).map(({ image }) => image);
    expect([place, images.length > 0]).toEqual([place, true]);
    for (const image of images) expect([place, image]).toEqual([place, expect.stringMatching(/\/backup:/u)]);
  }
  const { services } = composeFile({}, ['backup', 'setup']);
  const ofCompose = Object.entries(services).filter(([, { entrypoint = [] }]) =>
    [entrypoint].flat().some((one) => PROGRAM.test(one)),
  );
  expect(ofCompose.map(([name]) => name).toSorted()).toEqual(['backup', 'backup-schedule', 'restore']);
  for (const [name, { image }] of ofCompose) expect([name, image]).toEqual([name, 'gerbang/backup:local']);
});

test('when restore.md gives a manifest, then it keeps to the schema of its kind', async () => {
  const file = join(testFolder('gerbang-restore-job-'), 'job.json');
  writeFileSync(file, JSON.stringify([restoreJob()]));
  const { code, output } = await runNode([join(projectRoot, 'deploy/local/test/schemas-program.ts'), file]);
  expect([code, output]).toEqual([0, '1 manifests keep to the schemas of their kinds\n']);
});

test('when an overlay names the images of its registry, then every image of the base is among them', () => {
  const left = JSON.stringify(renderKustomization(join(KUBERNETES, 'production'))).match(
    /"image":"gerbang\/[a-z]+/gu,
  );
  expect(left).toBeNull();
});

test('when backups are scheduled in a cluster, then one at a time, with an end, and few Jobs stay', () => {
  const job = renderKustomization(join(KUBERNETES, 'production')).find(
    ({ kind, metadata }) => kind === 'CronJob' && metadata.name === 'backup',
  );
  expect(job?.spec).toMatchObject({
    schedule: '*/15 * * * *',
    concurrencyPolicy: 'Forbid',
    startingDeadlineSeconds: expect.any(Number),
    successfulJobsHistoryLimit: expect.any(Number),
    failedJobsHistoryLimit: expect.any(Number),
    jobTemplate: { spec: { activeDeadlineSeconds: expect.any(Number), backoffLimit: 0 } },
  });
});
