import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseName, migrationTargets } from '@gerbang/local/databases';
import type pg from 'pg';
import type { ObjectStore } from '@gerbang/file-store/object-store';
import { FORMAT, fileEntry, HEADER, type Header, MANIFEST, type Manifest } from './archive-format.ts';
import { type ArchiveWriter, createArchive } from './archive-writer.ts';
import { describeSnapshot, dumpDatabase, openSnapshot } from './database-source.ts';
import { BackupError, inWords } from './errors.ts';
import type { Installation } from './installation.ts';

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
  readonly missing: Manifest['missing'];
  readonly seconds: number;
}

/** The name of an archive, sortable by its time. */
export function archiveName(made: Date): string {
  return `gerbang-${made.toISOString().replace(/[-:]|\.\d+/gu, '')}.tar.gz.age`;
}

/** Adds the files that rows of the snapshot name; a file that the store lacks is noted in the manifest. */
async function addFiles(
  admission: pg.Client,
  store: ObjectStore,
  archive: ArchiveWriter,
  manifest: Manifest,
): Promise<void> {
  await admission.query('declare named no scroll cursor for select id, name from files order by id');
  for (;;) {
    const { rows } = await admission.query<{ id: string; name: string }>('fetch 500 from named');
    if (rows.length === 0) return;
    for (const { id, name } of rows) {
      const found = await store.get(id);
      if (found === null) manifest.missing.push({ id, name });
      else manifest.files[id] = await archive.add(fileEntry(id), found.size, found.stream);
    }
  }
}

/**
 * Backs up every database, each in one snapshot, and then the files that its rows name (files are stored before their
 * rows and never change, so that they all exist). The snapshots are taken as close together as connections allow; the
 * outboxes send again after a restore what happened in between. Throws a BackupError.
 */
export async function makeBackup(
  { ownerUrl, urls, store }: Installation,
  options: { folder: string; recipient: string; now?: Date },
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
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    const path = join(options.folder, archiveName(made));
    archive = await createArchive(path, options.recipient);
    const header: Header = {
      format: FORMAT,
      made: made.toISOString(),
      databases: snapshots.map((one) => one.header),
    };
    await archive.addBuffer(HEADER, Buffer.from(JSON.stringify(header)));
    const manifest: Manifest = { tables: {}, files: {}, missing: [] };
    for (const snapshot of snapshots) await dumpDatabase(snapshot, archive, manifest);
    const admission = snapshots.find(({ header: { name } }) => name === 'admission');
    if (admission) await addFiles(admission.client, store, archive, manifest);
    await archive.addBuffer(MANIFEST, Buffer.from(JSON.stringify(manifest)));
    const bytes = await archive.finish();
    const tables = Object.values(manifest.tables);
    return {
      path,
      bytes,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      tables: tables.length,
      files: Object.keys(manifest.files).length,
      missing: manifest.missing,
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
