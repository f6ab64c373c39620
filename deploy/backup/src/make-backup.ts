import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseName, type MigrationTarget, migrationTargets } from '@gerbang/local/databases';
import { CHAIN_HEAD, type ChainHead, type TrailNote } from '@gerbang/service-kit/audit/chain-head';
import pg from 'pg';
import type { ObjectStore } from '@gerbang/file-store/object-store';
import { FORMAT, fileEntry, HEADER, type Header, MANIFEST, type Manifest } from './archive-format.ts';
import { type ArchiveWriter, createArchive, type Written } from './archive-writer.ts';
import {
  copyDatabase,
  describeSnapshot,
  dumpDatabase,
  openSnapshot,
  type Snapshot,
} from './database-source.ts';
import { BackupError, inWords } from './errors.ts';
import { filesBeside, openFilesFolder } from './files-folder.ts';
import type { Installation } from './installation.ts';
import { findPgTools, serverMajor } from './pg-tools.ts';
import { notePath } from './prune.ts';
import { archiveName } from './retention.ts';

/** Older notes say no more than the archives. */
const KEPT_DAYS = 400;
/**
 * Rows that a restore must not bring back: sessions that have ended since would be valid again, counters belong to their
 * minute, and `backup_runs` is about the installation that was backed up. Everybody logs in again after a restore. The
 * queue's database is left out: the outboxes send again.
 */
const LEFT_OUT: Partial<Record<DatabaseName, readonly string[]>> = {
  gateway: ['sessions', 'limits'],
  notification: ['send_pace', 'backup_runs'],
};

export interface BackupReport {
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
  readonly tables: number;
  readonly files: number;
  /** How many of the files were written: beside the archive only new ones are. */
  readonly written: number;
  readonly missing: Manifest['missing'];
  /** The program that wrote the databases. */
  readonly by: string;
  readonly seconds: number;
}

/** Writes a file to its place and returns its sum; null where the store has none. */
type AddFile = (id: string) => Promise<Written | null>;

/** Adds the files that rows of the snapshot name; a file that the store lacks is noted in the manifest. */
async function addFiles(admission: pg.Client, add: AddFile, manifest: Manifest): Promise<void> {
  await admission.query('declare named no scroll cursor for select id, name from files order by id');
  for (;;) {
    const { rows } = await admission.query<{ id: string; name: string }>('fetch 500 from named');
    if (rows.length === 0) return;
    for (const { id, name } of rows) {
      const written = await add(id);
      if (written === null) manifest.missing.push({ id, name });
      else manifest.files[id] = written;
    }
  }
}

const intoArchive =
  (archive: ArchiveWriter, store: ObjectStore): AddFile =>
  async (id) => {
    const found = await store.get(id);
    return found && archive.add(fileEntry(id), found.size, found.stream);
  };

/** The last link of each trail, of the same moment as its rows. */
async function trailsOf(snapshots: readonly Snapshot[]): Promise<TrailNote['trails']> {
  const trails: TrailNote['trails'] = {};
  for (const { client, header } of snapshots) {
    if (!header.tables.some(({ name }) => name === 'audit_chain')) continue;
    const [head] = (await client.query<ChainHead>(CHAIN_HEAD)).rows;
    if (head) trails[header.name] = head;
  }
  return trails;
}

/**
 * Backs up every database, each in one snapshot, and then the files that its rows name (files are stored before their
 * rows and never change, so that they all exist). The snapshots are taken as close together as connections allow; the
 * outboxes send again after a restore what happened in between. Throws a BackupError.
 */
export async function makeBackup(
  { ownerUrl, urls, store }: Installation,
  options: { folder: string; recipient: string; now?: Date; beside?: boolean },
): Promise<BackupReport> {
  const began = performance.now();
  const made = options.now ?? new Date();
  const targets = migrationTargets(ownerUrl, urls);
  const opened = await Promise.allSettled(targets.map(({ url }) => openSnapshot(url)));
  const clients = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  let archive: ArchiveWriter | undefined;
  try {
    const failed = opened.find((one) => one.status === 'rejected');
    if (failed) throw new BackupError(`A database cannot be read: ${inWords(failed.reason)}`);
    const snapshots = await Promise.all(
      targets.map(({ database }, at) =>
        describeSnapshot(clients[at] as pg.Client, database, LEFT_OUT[database] ?? []),
      ),
    );
    const [first] = clients;
    const tools = first ? findPgTools(await serverMajor(first)) : null;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    const path = join(options.folder, archiveName(made));
    const beside = options.beside
      ? await openFilesFolder(filesBeside(path), options.recipient, made.getTime())
      : null;
    archive = await createArchive(path, options.recipient);
    const add: AddFile = beside ? (id) => beside.keep(id, store) : intoArchive(archive, store);
    const header: Header = {
      format: tools ? FORMAT.dump : FORMAT.copy,
      ...(tools && { postgres: tools.major }),
      made: made.toISOString(),
      files: beside ? 'beside' : 'within',
      databases: snapshots.map((one) => one.header),
    };
    await archive.addBuffer(HEADER, Buffer.from(JSON.stringify(header)));
    const trails = await trailsOf(snapshots);
    const manifest: Manifest = { tables: {}, dumps: {}, files: {}, missing: [], trails };
    for (const [at, snapshot] of snapshots.entries()) {
      const { database, url } = targets[at] as MigrationTarget;
      const without = LEFT_OUT[database] ?? [];
      if (tools) await dumpDatabase(snapshot, archive, manifest, { tools, url, without });
      else await copyDatabase(snapshot, archive, manifest);
    }
    const admission = snapshots.find(({ header: { name } }) => name === 'admission');
    if (admission) await addFiles(admission.client, add, manifest);
    await beside?.note();
    await archive.addBuffer(MANIFEST, Buffer.from(JSON.stringify(manifest)));
    const bytes = await archive.finish();
    const note: TrailNote = { made: header.made, trails };
    await writeFile(notePath(path), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o644 });
    const tables = Object.values(manifest.tables);
    return {
      path,
      bytes,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      tables: tables.length,
      files: Object.keys(manifest.files).length,
      written: beside ? beside.written() : Object.keys(manifest.files).length,
      missing: manifest.missing,
      by: tools ? `pg_dump ${tools.major}` : 'COPY',
      seconds: (performance.now() - began) / 1000,
    };
  } catch (error) {
    await archive?.giveUp();
    if (error instanceof BackupError) throw error;
    throw new BackupError(`No backup was made: ${inWords(error)}`);
  } finally {
    // Snapshots are only read: a failure to close one does not matter.
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

/**
 * Notes a finished backup in the database of the notification worker, which publishes its age as `backup_age_seconds`
 * (deploy/monitoring): a backup that never runs could raise no alert itself. A scheduled one notes its interval, by which the alert knows when the next is late. Returns what went wrong, else null; an
 * installation of an older version has no table for it.
 */
export async function noteBackup(
  { ownerUrl, urls }: Installation,
  minutes: number | null = null,
): Promise<string | null> {
  const target = migrationTargets(ownerUrl, urls).find(({ database }) => database === 'notification');
  const client = new pg.Client({ connectionString: target?.url });
  // The waiting query reports a broken connection; an unhandled event would end the program.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(`select to_regclass('public.backup_runs') is not null as is_there`);
    if (!rows[0]?.is_there) return null;
    const [column, value] = minutes === null ? ['finished_at', 'now()'] : ['every_seconds', minutes * 60];
    await client.query(`insert into backup_runs (${column}) values (${value}) on conflict do nothing`);
    await client.query(`delete from backup_runs where finished_at < now() - interval '${KEPT_DAYS} days'`);
    return null;
  } catch (error) {
    return inWords(error);
  } finally {
    // The error was returned above; a connection that does not close adds nothing.
    await client.end().catch(() => undefined);
  }
}
