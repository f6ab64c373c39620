import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { mustRunNode, UsageError } from '../child.ts';
import { editsFor, variationFor } from '../feature-edits.ts';
import { AREAS, type Area, type Feature, fillTemplate, refuseLabel, refuseName } from '../feature-names.ts';
import { projectRoot } from '../paths.ts';

const TEMPLATES = join(projectRoot, 'deploy/local/templates/feature');
const TABLE = 'packages/contracts/test/authorization.csv';
/** The tests of the lists that name a feature. */
export const HOUSE_TESTS =
  'authorization contracts/test/pages audit-labels test/schema local/test/features shell/test/help';
const USAGE = `Usage: npm run feature -- <name> --in <${Object.keys(AREAS).join('|')}> [--label <its name on screens>]`;

const isArea = (text: string | undefined): text is Area => text !== undefined && Object.hasOwn(AREAS, text);

/** `npm run feature -- uniform-sizes --in billing --label "Ukuran seragam"`: makes a small feature that works. */
export async function run(args: string[]): Promise<number> {
  const { positionals, values } = readArguments(args);
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0 || !isArea(values.in)) throw new UsageError(USAGE);
  const files = await makeFeature(projectRoot, { name, area: values.in, label: values.label });
  for (const file of files) console.log(`wrote ${file}`);
  try {
    for (const command of ['types-database', 'openapi-write'])
      console.log((await mustRunNode(command, [join(projectRoot, 'deploy/local/cli.mjs'), command])).trim());
  } catch (error) {
    throw new UsageError(`${(error as Error).message}
The files above are written. What is left: npm run types:database, then npm run openapi:write`);
  }
  console.log(`\nIts texts are placeholders, and only an administrator may use it: see .github/CONTRIBUTING.md, "A feature".
Next: npm run typecheck, npm run test:one -- ${name} ${HOUSE_TESTS}, npm run dev (/admin/${name})`);
  return 0;
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { in: { type: 'string' }, label: { type: 'string' } },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}

/** Writes the files of a feature below `root` and names it in every list, or refuses before the first write. */
export async function makeFeature(
  root: string,
  { name, area, label }: { name: string; area: Area; label?: string | undefined },
): Promise<string[]> {
  const words = name.replaceAll('-', ' ');
  const shown = label ?? words.charAt(0).toUpperCase() + words.slice(1);
  const refusal = refuseName(name) ?? refuseLabel(shown);
  if (refusal) throw new UsageError(refusal);
  const feature: Feature = {
    name,
    area,
    label: shown,
    ids: freeIds(root, area),
    stamp: stampAfter(root, area),
  };
  refuseTaken(root, feature);
  const made = madeFiles(feature);
  const edited = editedFiles(root, feature);
  refuseUncommitted(root, [...edited.keys()]);
  for (const [file, text] of [...made, ...edited]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const files = [...made.keys(), ...edited.keys()].toSorted();
  const biome = join(projectRoot, 'node_modules/@biomejs/biome/bin/biome');
  await mustRunNode('format', [biome, 'format', '--write', ...files.filter((file) => file !== TABLE)], {
    cwd: root,
  });
  return files;
}

/** The next two ids of the area's letter. */
function freeIds(root: string, area: Area): [string, string] {
  const { letter } = AREAS[area];
  const used = readFileSync(join(root, TABLE), 'utf8').matchAll(new RegExp(`^${letter}(\\d+),`, 'gmu'));
  const last = Math.max(0, ...[...used].map(([, number]) => Number(number)));
  const id = (more: number) => letter + String(last + more).padStart(2, '0');
  return [id(1), id(2)];
}

/** Now, or a moment after the newest migration: migrations run in the order of their names. */
function stampAfter(root: string, area: Area): string {
  const now = Number(new Date().toISOString().replace(/\D/gu, '').slice(0, 14));
  const stamps = globSync(`services/${area}/migrations/[0-9]*.ts`, { cwd: root }).map((file) =>
    Number(/\d{14}/u.exec(file)?.[0] ?? 0),
  );
  return String(Math.max(now, ...stamps.map((stamp) => stamp + 1)));
}

/** Refuses a name that a file, a folder, a table of the service or a call has. */
function refuseTaken(root: string, { name, area }: Feature): void {
  const [file] = globSync(
    [
      `packages/{domain,contracts}/src/${name}.ts`,
      `{services,frontends}/*/src/${name}`,
      `services/${area}/test/${name}.*`,
    ],
    { cwd: root },
  );
  if (file !== undefined) throw new UsageError(`"${name}" exists: ${file}`);
  const table = new RegExp(`create table (?:if not exists )?${name.replaceAll('-', '_')}\\b`, 'u');
  const sources = globSync([`services/${area}/migrations/*`, 'packages/service-kit/src/**/*.{ts,sql}'], {
    cwd: root,
  });
  const holder = sources.find((source) => table.test(readFileSync(join(root, source), 'utf8')));
  if (holder !== undefined) throw new UsageError(`"${name}" exists: a table in ${holder}`);
  if (readFileSync(join(root, TABLE), 'utf8').includes(`/api/admin/${name},`))
    throw new UsageError(`"${name}" exists: a call in ${TABLE}`);
}

/** The new files with their texts. */
function madeFiles(feature: Feature): Map<string, string> {
  const templates = globSync('**/*.txt', { cwd: TEMPLATES });
  return new Map(
    templates.map((template) => [
      fillTemplate(template.replaceAll('\\', '/').replace(/\.txt$/u, ''), feature),
      fillTemplate(variationFor(feature.area, readFileSync(join(TEMPLATES, template), 'utf8')), feature),
    ]),
  );
}

/** The lists with the feature in them; refuses where a place is missing. */
function editedFiles(root: string, feature: Feature): Map<string, string> {
  const texts = new Map<string, string>();
  const missing: string[] = [];
  for (const { file, anchor, put } of editsFor(feature)) {
    const text =
      texts.get(file) ?? (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
    if (anchor.test(text)) texts.set(file, text.replace(anchor, put));
    else missing.push(`  ${file}: ${anchor.source}`);
  }
  if (missing.length > 0)
    throw new UsageError(`Nothing was written. These places are missing:\n${missing.join('\n')}`);
  return texts;
}

/** Refuses while a list has changes of its own: `git checkout` must be able to take the feature back. */
function refuseUncommitted(root: string, files: readonly string[]): void {
  const changed = execFileSync('git', ['status', '--porcelain', '--', ...files], {
    cwd: root,
    encoding: 'utf8',
  });
  if (changed) throw new UsageError(`Nothing was written. Commit or stash first:\n${changed.trimEnd()}`);
}
