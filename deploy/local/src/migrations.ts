import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { mustRunNode } from './child.ts';
import { projectRoot } from './paths.ts';

/**
 * Brings the databases up to date. The program that does it costs half a second, so it runs only when a folder holds a
 * migration that its database has not seen.
 */
export async function bringUpToDate(targets: Record<string, string>): Promise<void> {
  const waiting = await Promise.all(
    Object.entries(targets).map(async ([folder, url]) =>
      (await upToDate(folder, url)) ? [] : [[folder, url]],
    ),
  );
  const open = waiting.flat();
  if (open.length === 0) return;
  await mustRunNode('The migration', [join(import.meta.dirname, 'migrate-all.ts')], {
    env: { MIGRATE: JSON.stringify(Object.fromEntries(open)) },
  });
}

async function upToDate(folder: string, url: string): Promise<boolean> {
  const wanted = readdirSync(join(projectRoot, folder, 'migrations')).filter((name) => name.endsWith('.ts'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query("select to_regclass('migrations') as name");
    if (found.rows[0].name === null) return wanted.length === 0;
    const done = await client.query<{ name: string }>('select name from migrations');
    const names = new Set(done.rows.map((row) => row.name));
    // The other way round as well: a database ahead of the sources is refused by the migration, with its reason.
    return names.size === wanted.length && wanted.every((name) => names.has(name));
  } finally {
    await client.end();
  }
}
