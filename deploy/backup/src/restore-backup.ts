import { createHash } from 'node:crypto';
import { prepareGiven, migrationTargets } from '@gerbang/local/databases';
import type { ObjectStore } from '@gerbang/file-store/object-store';
import { verifyBooks } from '@gerbang/billing-service/invoice-payments/ledger.repository';
import { brokenLink } from '@gerbang/service-kit/audit/audit-chain';
import { type ChainHead, lostHead } from '@gerbang/service-kit/audit/chain-head';
import { createDatabase, type Db } from '@gerbang/service-kit/data/database';
import { migrationFiles } from '@gerbang/service-kit/data/migration-list';
import { FORMAT, type Header, type Manifest } from './archive-format.ts';
import { checkArchive, type Part, readBackup } from './archive-reader.ts';
import { openTarget, type Target, unknownMigrations } from './database-target.ts';
import { openDumpTarget } from './dump-target.ts';
import { BackupError, inWords } from './errors.ts';
import type { Installation } from './installation.ts';
import { findPgTools, type PgTools, serverMajor } from './pg-tools.ts';
import { asideOf, asOwner, at, dropAside, nameOf, occupied, takeOver } from './swap.ts';

/** Longer than the limit of a call: this reads everything. */
const PATIENCE = { waitMs: 300_000, max: 2 };

export interface RestoreReport {
  readonly made: string;
  readonly rows: number;
  readonly tables: number;
  readonly files: number;
  /** Inconsistencies that the reconciliation found. */
  readonly findings: readonly string[];
  readonly checkSeconds: number;
  readonly seconds: number;
}

/** What is known about archive and target before anything is written. */
export interface RestorePlan {
  readonly header: Header;
  readonly manifest: Manifest;
  /** What restores the dumps of the archive; null where it has the rows as text. */
  readonly tools: PgTools | null;
  /** Databases that already have data. */
  readonly occupied: readonly string[];
  readonly checkSeconds: number;
}

/** Reads the whole archive once and checks the target; writes nothing. Throws a BackupError. */
export async function planRestore(
  { ownerUrl, urls }: Installation,
  archive: { path: string; identity: string },
): Promise<RestorePlan> {
  const began = performance.now();
  const { header, manifest } = await checkArchive(archive.path, archive.identity);
  const targets = migrationTargets(ownerUrl, urls);
  for (const database of header.databases) {
    const target = targets.find((one) => one.database === database.name);
    if (!target)
      throw new BackupError(`The backup has the database ${database.name}, this installation has none`);
    const newer = unknownMigrations(database, target.directory);
    if (newer.length > 0) {
      const [first = ''] = migrationFiles(target.directory);
      const other = newer.some((name) => name > first) ? 'a newer version' : `a state before ${first}`;
      throw new BackupError(`The backup was made by ${other} (${database.name}: ${newer.join(', ')})`);
    }
  }
  const tools = header.format === FORMAT.dump ? await toolsFor(ownerUrl, header) : null;
  const checkSeconds = (performance.now() - began) / 1000;
  return { header, manifest, tools, occupied: await occupied(ownerUrl, urls), checkSeconds };
}

/** The tools of the server's version, which must not be older than those that wrote the archive. */
async function toolsFor(ownerUrl: string, { postgres = 0 }: Header): Promise<PgTools> {
  const major = await asOwner(ownerUrl, serverMajor);
  if (major < postgres)
    throw new BackupError(
      `The backup is of PostgreSQL ${postgres}, and this server is ${major}: take a newer one`,
    );
  const tools = findPgTools(major);
  if (tools) return tools;
  throw new BackupError(
    `The backup holds dumps of pg_dump: install pg_restore ${major} (package postgresql-client-${major})`,
  );
}

async function putFile(part: Part, id: string, store: ObjectStore, manifest: Manifest): Promise<boolean> {
  const pieces: Buffer[] = [];
  for await (const piece of part.body) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (createHash('sha256').update(bytes).digest('hex') !== manifest.files[id]?.sha256) {
    throw new BackupError(`file ${id} does not fit the manifest`);
  }
  const there = await store.get(id);
  there?.stream.destroy();
  await store.put(id, bytes);
  return there === null;
}

/**
 * Restores a planned archive into temporary databases, which take the real names only when all of them are complete and
 * match the manifest. A failure leaves the installation as it was and deletes the files that were added. Throws a
 * BackupError.
 */
export async function restoreBackup(
  { ownerUrl, urls, store, auditKey }: Installation,
  archive: { path: string; identity: string },
  plan: RestorePlan,
): Promise<RestoreReport> {
  const began = performance.now();
  const { header, manifest } = plan;
  const aside = asideOf(urls);
  const targets = migrationTargets(ownerUrl, aside);
  const added: string[] = [];
  const open = new Map<string, Target>();
  const done = new Set<string>();

  async function targetOf(name: string): Promise<Target> {
    const known = open.get(name);
    if (known) return known;
    await finishOpen();
    const [target, described] = [
      targets.find((one) => one.database === name),
      header.databases.find((one) => one.name === name),
    ];
    if (!target || !described || done.has(name)) throw new BackupError(`${name} comes at the wrong place`);
    const { tools } = plan;
    const made = tools ? openDumpTarget(target, described, tools) : await openTarget(target, described);
    open.set(name, made);
    return made;
  }

  async function finishOpen(): Promise<void> {
    for (const [name, target] of open) {
      await target.finish(manifest);
      open.delete(name);
      done.add(name);
    }
  }

  try {
    await dropAside(ownerUrl, urls);
    await prepareGiven(ownerUrl, aside);
    for await (const part of readBackup(archive.path, archive.identity, plan)) {
      const { place } = part;
      if (place.kind === 'table' || place.kind === 'dump')
        await (await targetOf(place.database)).write(place, part.body);
      else if (place.kind === 'file') {
        // The databases come before the files, which may take long.
        await finishOpen();
        if (await putFile(part, place.id, store, manifest)) added.push(place.id);
      } else for await (const piece of part.body) void piece;
    }
    await finishOpen();
    for (const { name } of header.databases) if (!done.has(name)) await targetOf(name);
    await finishOpen();
    const urlOf = (name: string) => at(ownerUrl, nameOf(aside[name as keyof typeof aside] ?? ''));
    const findings = await reconcile(header, manifest, urlOf, { store, auditKey });
    await takeOver(ownerUrl, urls);
    const tables = Object.values(manifest.tables);
    return {
      made: header.made,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      tables: tables.length,
      files: Object.keys(manifest.files).length,
      findings,
      checkSeconds: plan.checkSeconds,
      seconds: (performance.now() - began) / 1000,
    };
  } catch (error) {
    await Promise.all([...open.values()].map((target) => target.giveUp()));
    await dropAside(ownerUrl, urls);
    for (const id of added) await store.delete(id);
    if (error instanceof BackupError) throw error;
    throw new BackupError(`Nothing was restored: ${inWords(error)}`);
  }
}

/** What is wrong with a restored trail; null = nothing. */
async function trailFinding(
  db: Db,
  key: Buffer | undefined,
  head: ChainHead | undefined,
): Promise<string | null> {
  if (!key) return 'was not checked: AUDIT_KEY is not given';
  const position = await brokenLink(db, key);
  if (position !== null) return `is broken at position ${position}`;
  const lost = head && (await lostHead(db, head));
  return lost && head ? `was ${lost} at or before position ${head.position}` : null;
}

/**
 * Returns inconsistencies of restored data: in the trails' chains (`audit:verify`), the books (`books:verify`) and the
 * files that rows name. Rows and bytes were compared before.
 */
async function reconcile(
  header: Header,
  manifest: Manifest,
  urlOf: (database: string) => string,
  { store, auditKey }: Pick<Installation, 'store' | 'auditKey'>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const { name, tables } of header.databases) {
    const database = createDatabase(urlOf(name), { name: 'gerbang-restore', ...PATIENCE });
    try {
      if (tables.some((table) => table.name === 'audit_chain')) {
        const finding = await trailFinding(database.knex, auditKey, manifest.trails[name]);
        if (finding !== null) findings.push(`the trail of ${name} ${finding}`);
      }
      if (name === 'billing') {
        for (const { rule, subject, found } of await verifyBooks(database)) {
          findings.push(`books: ${rule}: ${subject}: ${found}`);
        }
      }
    } finally {
      await database.close();
    }
  }
  for (const [id, { bytes }] of Object.entries(manifest.files)) {
    const found = await store.get(id);
    found?.stream.destroy();
    if (found?.size !== bytes) findings.push(`file ${id} is not there as it was`);
  }
  for (const { id, name } of manifest.missing)
    findings.push(`file ${id} (${name}) was missing in the backup`);
  return findings;
}
