import { trailNoteSchema } from '@gerbang/service-kit/audit/chain-head';
import { z } from 'zod';

/** How an archive holds the databases: the text of COPY, a piece a table, or the dump of `pg_dump`. Each stays readable. */
export const FORMAT = { copy: 1, dump: 2 } as const;
export const HEADER = 'header.json';
export const MANIFEST = 'manifest.json';

const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });
const sequence = z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/u), called: z.boolean() });

/** The first entry: the content of the archive, which may be refused before anything is written. */
export const headerSchema = z.object({
  format: z.enum(FORMAT),
  made: z.iso.datetime(),
  /** Where the uploaded files are: in the archive, or each encrypted by itself in the folder `files` beside it. */
  files: z.enum(['within', 'beside']).default('within'),
  /** The major version of `pg_dump`, where it wrote the databases. */
  postgres: z.int().optional(),
  databases: z.array(
    z.object({
      name: z.string(),
      /** The version of the schema. */
      migrations: z.array(z.string()),
      tables: z.array(table),
      sequences: z.array(sequence),
    }),
  ),
});
export type Header = z.output<typeof headerSchema>;
export type DatabaseHeader = Header['databases'][number];

const part = z.object({ bytes: z.number(), sha256: z.string() });

/** The last entry: bytes and sha256 of each part. */
export const manifestSchema = z.object({
  /** Rows of each table, with bytes and sha256 of the text that COPY writes of them; a restore is compared with it. */
  tables: z.record(z.string(), part.extend({ rows: z.number() })),
  /** The dumps by database; none where the tables are parts of the archive. */
  dumps: z.record(z.string(), part).default({}),
  /** Of a file beside the archive the sum is one with a key (sealed-file.ts). */
  files: z.record(z.string(), part),
  /** Files that a row names and the store lacked. */
  missing: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The last link of each audit trail; none in archives of older versions. */
  trails: trailNoteSchema.shape.trails.default({}),
});
export type Manifest = z.output<typeof manifestSchema>;

/** The name of a table over all databases. */
export const tableKey = (database: string, table: string) => `${database}.${table}`;

export const tableEntry = (database: string, table: string, piece: number) =>
  `databases/${database}/${table}/${String(piece).padStart(8, '0')}`;
export const dumpEntry = (database: string, piece: number) =>
  `databases/${database}.dump/${String(piece).padStart(8, '0')}`;
/** The name of a dump beside those of tables and files. */
export const dumpKey = (database: string) => `${database}.dump`;
export const fileEntry = (id: string) => `files/${id}`;

export type Place =
  | { readonly kind: 'header' }
  | { readonly kind: 'manifest' }
  | { readonly kind: 'table'; readonly database: string; readonly table: string }
  | { readonly kind: 'dump'; readonly database: string }
  | { readonly kind: 'file'; readonly id: string };

/** The place of an entry of the archive; null for an unknown entry. */
export function placeOf(entry: string): Place | null {
  if (entry === HEADER) return { kind: 'header' };
  if (entry === MANIFEST) return { kind: 'manifest' };
  const found = /^databases\/(?<database>[a-z]+)\/(?<table>\w+)\/\d{8}$/u.exec(entry)?.groups;
  if (found?.database && found.table) return { kind: 'table', database: found.database, table: found.table };
  const dumped = /^databases\/(?<database>[a-z]+)\.dump\/\d{8}$/u.exec(entry)?.groups?.database;
  if (dumped) return { kind: 'dump', database: dumped };
  const id = /^files\/(?<id>[0-9a-f-]{36})$/u.exec(entry)?.groups?.id;
  return id === undefined ? null : { kind: 'file', id };
}
