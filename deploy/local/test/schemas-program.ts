/**
 * Holds manifests (a JSON file with a list of them) to the schemas of their kinds and ends with 1 on errors. Two looks at
 * the same schemas of Kubernetes 1.36, Gateway API 1.5, CloudNativePG 1.29 and the Prometheus operator 0.91, from packages
 * of npm: the JSON schemas hold values and formats, and the types of TypeScript find fields that a kind does not have.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { runNode } from '../src/child.ts';
import type { Manifest } from './kustomize.ts';
import { projectRoot } from '../src/paths.ts';

const PACKAGES: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api/',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg/',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator/',
};
const secretKey = z.strictObject({ name: z.string(), key: z.string() });
const bytes = z.strictObject({
  compression: z.enum(['bzip2', 'gzip', 'lz4', 'snappy']),
  encryption: z.enum(['AES256', 'aws:kms']),
});
/** No package has the plugin's kind: the fields that we use, as its reference names them (plugin-barman-cloud 0.14). */
const objectStore = z.strictObject({
  retentionPolicy: z.string().regex(/^[1-9]\d*[dwm]$/u),
  configuration: z.strictObject({
    destinationPath: z.string().regex(/^s3:\/\//u),
    s3Credentials: z.strictObject({ accessKeyId: secretKey, secretAccessKey: secretKey }),
    wal: bytes,
    data: bytes,
  }),
});

/** The module of a kind, such as `kubernetes-models/apps/v1/Deployment`. */
function moduleOf({ apiVersion, kind }: Manifest): string {
  const [group = ''] = apiVersion.split('/');
  return `${PACKAGES[group] ?? 'kubernetes-models/'}${apiVersion}/${kind}`;
}
const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

async function valueErrors(manifest: Manifest): Promise<string[]> {
  if (manifest.kind === 'ObjectStore') {
    const { error } = objectStore.safeParse(manifest.spec);
    return error ? [`${nameOf(manifest)}: ${z.prettifyError(error)}`] : [];
  }
  const module = (await import(moduleOf(manifest))) as Record<
    string,
    new (
      data: Manifest,
    ) => { validate(): void }
  >;
  const Model = module[manifest.kind];
  if (!Model) throw new Error(`${moduleOf(manifest)} has no ${manifest.kind}`);
  try {
    new Model(manifest).validate();
    return [];
  } catch (error) {
    return [`${nameOf(manifest)}: ${(error as Error).message}`];
  }
}

/** Has the compiler compare each manifest with the type of its kind: a field too many is an error there. */
async function fieldErrors(manifests: readonly Manifest[]): Promise<string[]> {
  const folder = join(projectRoot, '.cache', 'manifests');
  const file = join(folder, `${process.pid}.ts`);
  const typed = manifests.filter(({ kind }) => kind !== 'ObjectStore');
  mkdirSync(folder, { recursive: true });
  const lines = typed.map(
    (one, at) =>
      `import type { I${one.kind} as T${at} } from '${moduleOf(one)}'; export const m${at}: T${at} = ${JSON.stringify(one)};`,
  );
  writeFileSync(file, lines.join('\n'));
  const options =
    '--noEmit --strict --skipLibCheck --pretty false --types node --module nodenext --target esnext';
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
  const { output } = await runNode([tsc, ...options.split(' '), '--ignoreConfig', file]);
  return output.split('\n').flatMap((line) => {
    const [, row = '', message = ''] = /\.ts\((\d+),\d+\): error (.*)$/u.exec(line) ?? [];
    return message === ''
      ? line.startsWith('error')
        ? [line]
        : []
      : [`${nameOf(typed[Number(row) - 1] as Manifest)}: ${message}`];
  });
}

const all = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Manifest[];
const errors = [...(await Promise.all(all.map(valueErrors))).flat(), ...(await fieldErrors(all))];
for (const error of new Set(errors)) console.error(error);
if (errors.length > 0) process.exitCode = 1;
else console.log(`${all.length} manifests keep to the schemas of their kinds`);
