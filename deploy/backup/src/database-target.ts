import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { MigrationTarget } from '@gerbang/local/databases';
import { migrate } from '@gerbang/service-kit/data/migrate';
import { doneByName, migrationFiles } from '@gerbang/service-kit/data/migration-list';
import { OUTBOXES } from '@gerbang/service-kit/events/relay.repository';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type DatabaseHeader, type Manifest, type Place, tableKey } from './archive-format.ts';
import { connect, copyOut, quoted } from './database-source.ts';
import { BackupError } from './errors.ts';

/** Migrations of the backup that this version lacks; none where it can be restored. */
export function unknownMigrations({ migrations }: DatabaseHeader, directory: string): string[] {
  const files = migrationFiles(directory);
  return doneByName(files, migrations).filter((name) => !files.includes(name));
}

/** Makes the schema of the time of the backup: the migrations up to then, and no later one. */
async function migrateAsThen(target: MigrationTarget, header: DatabaseHeader): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gerbang-restore-'));
  try {
    // Node resolves a link first, so that the file finds its imports.
    const names = doneByName(migrationFiles(target.directory), header.migrations);
    for (const name of names) symlinkSync(join(target.directory, name), join(folder, name));
    if (names.length > 0) await migrate({ url: target.url, directory: folder, role: target.role });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Removes what would check single rows during the copy: triggers, and references between tables. */
async function openTables(client: pg.Client, header: DatabaseHeader): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of header.tables)
    await client.query(`alter table ${quoted(name)} disable trigger user`);
  const names = header.tables.map(({ name }) => quoted(name));
  // The backup holds the rows that the migrations wrote.
  if (names.length > 0) await client.query(`truncate ${names.join(', ')}`);
  return rows;
}

/** Restores triggers and references; a broken reference fails here. */
async function closeTables(
  client: pg.Client,
  header: DatabaseHeader,
  keys: readonly ForeignKey[],
): Promise<void> {
  for (const { name } of header.tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
}

/** Reads every table back and compares it with the manifest. */
export async function compare(client: pg.Client, header: DatabaseHeader, manifest: Manifest): Promise<void> {
  for (const { name, columns } of header.tables) {
    const { pieces, sum } = copyOut(client, name, columns);
    for await (const piece of pieces) void piece;
    const key = tableKey(header.name, name);
    const [expected, found] = [manifest.tables[key], sum()];
    if (expected?.sha256 !== found.sha256) {
      throw new BackupError(
        `${key} has ${found.rows} rows that differ from the ${expected?.rows ?? 0} of the backup`,
      );
    }
  }
}

/** The queue begins empty: the events of the last day are sent again, and consumers skip those they have had. */
export async function sendAgain(client: pg.Client, header: DatabaseHeader): Promise<void> {
  for (const table of OUTBOXES.filter((one) => header.tables.some(({ name }) => name === one))) {
    await client.query(
      `update ${table} set relayed_at = null, relayed_to = null where relayed_at is not null`,
    );
  }
}

/** A database that is being restored. */
export interface Target {
  /** Adds the next part of the archive that belongs to it. */
  write(place: Place, body: AsyncIterable<Buffer>): Promise<void>;
  /** Ends the restore of the database, then migrates it to this version's schema. */
  finish(manifest: Manifest): Promise<void>;
  giveUp(): Promise<void>;
}

/**
 * Restores a database in one transaction: rows come in by COPY, then references are checked, then every table is read
 * back.
 */
export async function openTarget(target: MigrationTarget, header: DatabaseHeader): Promise<Target> {
  if (!existsSync(target.directory)) throw new BackupError(`${target.directory} is missing`);
  await migrateAsThen(target, header);
  const client = await connect(target.url);
  await client.query('begin');
  const keys = await openTables(client, header);
  let copying: { table: string; stream: ReturnType<typeof copyFrom> } | undefined;

  async function endTable(): Promise<void> {
    if (!copying) return;
    const { stream } = copying;
    copying = undefined;
    stream.end();
    await finished(stream);
  }

  return {
    async write(place, body) {
      if (place.kind !== 'table') throw new BackupError(`${header.name} comes as text and as a dump`);
      const { table } = place;
      if (copying?.table !== table) {
        await endTable();
        const columns = header.tables.find(({ name }) => name === table)?.columns;
        if (!columns) throw new BackupError(`${header.name} has no table ${table} in the backup's header`);
        const list = columns.map(quoted).join(', ');
        const opened = client.query(copyFrom(`copy ${quoted(table)} (${list}) from stdin`));
        // The caller that waits for the end handles the error; without a listener it would end the process.
        opened.on('error', () => undefined);
        copying = { table, stream: opened };
      }
      const { stream } = copying;
      for await (const piece of Readable.from(body)) {
        if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), finished(stream)]);
      }
    },
    async finish(manifest) {
      await endTable();
      await closeTables(client, header, keys);
      for (const { name, value, called } of header.sequences) {
        await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), value, called]);
      }
      await compare(client, header, manifest);
      await sendAgain(client, header);
      await client.query('commit');
      await client.query('analyze');
      await client.end();
      await migrate({ url: target.url, directory: target.directory, role: target.role });
    },
    async giveUp() {
      copying?.stream.destroy();
      await client.end().catch(() => undefined); // The connection may have failed; the server rolls back.
    },
  };
}
