import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type DatabaseHeader, dumpEntry, type Manifest, tableEntry, tableKey } from './archive-format.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { dumpOf, type PgTools } from './pg-tools.ts';

/** Size of one piece of a table in the archive, which is in memory at a time. */
const PIECE = 1024 * 1024;
/** The same of a dump: most schools have one piece a database. */
const DUMP_PIECE = 8 * PIECE;
const NEWLINE = 0x0a;
/** The texts of values must not depend on the settings of a server. */
const SETTINGS = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set synchronize_seqscans = off; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set search_path = public`;
/** The migration makes these itself. */
const OWN_TABLES = ['migrations', 'migrations_lock'];

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Opens a connection that writes values in the same way everywhere. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'gerbang-backup' });
  client.on('error', () => undefined); // The running query fails with it.
  await client.connect();
  await client.query(SETTINGS);
  return client;
}

export interface Snapshot {
  readonly client: pg.Client;
  readonly header: DatabaseHeader;
}

async function describe(
  client: pg.Client,
  name: string,
  without: readonly string[],
): Promise<DatabaseHeader> {
  const migrations = await client.query<{ name: string }>('select name from migrations order by id');
  const tables = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by 1 order by 1`,
    [[...OWN_TABLES, ...without]],
  );
  const names = await client.query<{ name: string }>(
    `select relname as name from pg_class c where relkind = 'S' and relnamespace = 'public'::regnamespace
       and not exists (select from pg_depend d join pg_class t on t.oid = d.refobjid
         where d.objid = c.oid and d.deptype in ('a', 'i') and t.relname = any($1)) order by 1`,
    [OWN_TABLES],
  );
  const sequences: DatabaseHeader['sequences'] = [];
  for (const { name: sequence } of names.rows) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(sequence)}`,
    );
    if (rows[0]) sequences.push({ name: sequence, ...rows[0] });
  }
  return { name, migrations: migrations.rows.map((row) => row.name), tables: tables.rows, sequences };
}

/** Opens one unchanging view of a database, until the client ends. */
export async function openSnapshot(url: string): Promise<pg.Client> {
  const client = await connect(url);
  await client.query('begin isolation level repeatable read read only');
  await client.query('select pg_current_snapshot()');
  return client;
}

/** The snapshot with its header. */
export async function describeSnapshot(
  client: pg.Client,
  name: string,
  without: readonly string[],
): Promise<Snapshot> {
  return { client, header: await describe(client, name, without) };
}

/** A table's rows as text, with their number and hash. */
export function copyOut(client: pg.Client, table: string, columns: readonly string[]) {
  const hash = createHash('sha256');
  let [rows, bytes] = [0, 0];
  const stream = client.query(
    copyTo(`copy public.${quoted(table)} (${columns.map(quoted).join(', ')}) to stdout`),
  );
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      hash.update(piece);
      bytes += piece.length;
      for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) rows += 1;
      yield piece;
    }
  }
  return { pieces: pieces(), sum: () => ({ rows, bytes, sha256: hash.digest('hex') }) };
}

/** Hands a stream on in pieces, one in memory at a time. */
async function inPieces(
  source: AsyncIterable<Buffer>,
  size: number,
  send: (piece: Buffer, at: number) => Promise<unknown>,
): Promise<void> {
  let waiting: Buffer[] = [];
  let [bytes, at] = [0, 0];
  const flush = async () => {
    if (bytes === 0) return;
    await send(Buffer.concat(waiting), at);
    at += 1;
    waiting = [];
    bytes = 0;
  };
  for await (const part of source) {
    waiting.push(part);
    bytes += part.length;
    if (bytes >= size) await flush();
  }
  await flush();
}

/** Adds every table of a snapshot to the archive, as text. */
export async function copyDatabase(
  { client, header }: Snapshot,
  archive: ArchiveWriter,
  manifest: Manifest,
): Promise<void> {
  for (const { name, columns } of header.tables) {
    const { pieces, sum } = copyOut(client, name, columns);
    await inPieces(pieces, PIECE, (piece, at) => archive.addBuffer(tableEntry(header.name, name, at), piece));
    manifest.tables[tableKey(header.name, name)] = sum();
  }
}

/** Adds a snapshot to the archive as `pg_dump` writes it, and the sums of its tables to the manifest. */
export async function dumpDatabase(
  { client, header }: Snapshot,
  archive: ArchiveWriter,
  manifest: Manifest,
  source: { readonly tools: PgTools; readonly url: string; readonly without: readonly string[] },
): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
  const dump = dumpOf(source.tools, source.url, { snapshot: rows[0]?.id ?? '', without: source.without });
  const hash = createHash('sha256');
  let bytes = 0;
  await inPieces(dump, DUMP_PIECE, async (piece, at) => {
    hash.update(piece);
    bytes += piece.length;
    await archive.addBuffer(dumpEntry(header.name, at), piece);
  });
  manifest.dumps[header.name] = { bytes, sha256: hash.digest('hex') };
  for (const { name, columns } of header.tables) {
    const { pieces, sum } = copyOut(client, name, columns);
    for await (const piece of pieces) void piece;
    manifest.tables[tableKey(header.name, name)] = sum();
  }
}
