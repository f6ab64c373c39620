import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import pg from 'pg';
import type { AreaProgram } from './area-programs.ts';
import { mustRunNode } from './child.ts';
import { filesOf } from './front-ends.ts';
import { projectRoot } from './paths.ts';
import type { Progress } from './progress.ts';

/** So begins what a seed says that has to wait for more, as in a demo of an older version. */
const UNFINISHED = /^the demo family has /mu;

/**
 * Runs the seeds where their databases have not had them. A seed makes each thing once by itself, but its program takes half
 * a second of a core to find out that all is there; so a database notes in its comment what it has had, which is lost where
 * the database is.
 */
export async function seedOnce(
  ownerUrl: string,
  seeds: readonly AreaProgram[],
  show: (progress: () => Progress) => void = () => undefined,
  signal?: AbortSignal,
): Promise<void> {
  const note = `seeds ${hashOf(seeds)}`;
  const names = seeds.map(({ env }) => new URL(String(env.DATABASE_URL)).pathname.slice(1));
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined); // a connection that is lost meanwhile is told by its next query
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `select from pg_database where datname = any($1) and shobj_description(oid, 'pg_database') = $2`,
      [names, note],
    );
    if (rowCount === names.length) return;
    const said: string[] = [];
    show(() => ({ done: said.length, of: seeds.length, what: 'parts of the demo data' }));
    await runAll('Seeding', seeds, { said, signal });
    if (said.some((lines) => UNFINISHED.test(lines))) return;
    for (const name of names)
      await client.query(`comment on database ${client.escapeIdentifier(name)} is '${note}'`);
  } finally {
    await client.end();
  }
}

/**
 * Runs a program of each area, one after the other, since what one makes belongs to what those before it made; adds to
 * `said` what each wrote.
 */
export async function runAll(
  what: string,
  all: readonly AreaProgram[],
  { said = [], signal }: { said?: string[]; signal?: AbortSignal } = {},
): Promise<void> {
  for (const { name, args, env } of all)
    said.push(await mustRunNode(`${what} (${name})`, [...args], { env, signal }));
}

/** Hash of what the seeds make: their sources, their arguments, and whether there are payments through the provider. */
function hashOf(seeds: readonly AreaProgram[]): string {
  const hash = createHash('sha256');
  for (const { args, env } of seeds) {
    const [program = '', ...rest] = args;
    hash.update(JSON.stringify([relative(projectRoot, program), rest, env.PAY_PROVIDER ?? null]));
    for (const file of filesOf(join(dirname(program), 'demo')))
      hash.update(relative(projectRoot, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}
