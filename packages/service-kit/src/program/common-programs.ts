import type { z } from 'zod';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { brokenLink } from '../audit/audit-chain.ts';
import { lostHead, type TrailNote, trailNoteSchema } from '../audit/chain-head.ts';
import { parseReadsQuery, type Read, type ReadsQuery, readsReport } from '../audit/reads.ts';
import { rotateColumns } from '../data/column-rotation.ts';
import { createColumns } from '../data/columns.ts';
import { type SchemaClasses, sealedTables } from '../data/data-classes.ts';
import type { Db } from '../data/database.ts';
import { previewRetention, type RetentionRule } from '../data/retention.ts';
import type { KeyRing } from '../data/sealing.ts';
import { program, ProgramError, type ProgramParts } from './programs.ts';

interface StoreConfig {
  readonly DATABASE_URL: string;
}

function readNote(args: readonly string[]): TrailNote | null {
  const { note } = parseArgs({ args: [...args], options: { note: { type: 'string' } } }).values;
  if (note === undefined) return null;
  try {
    return trailNoteSchema.parse(JSON.parse(readFileSync(note, 'utf8')));
  } catch {
    throw new ProgramError(`${note} is no note of a backup`);
  }
}

/**
 * Checks the chain that seals the service's audit trail; fails where a row was altered or removed. With `--note FILE` it
 * must also hold the link that was its last one when that backup was made: a chain that was cut, or made anew by a holder
 * of the key, fits in itself.
 */
export const verifyAudit = (schema: z.ZodType<StoreConfig & { readonly AUDIT_KEY: Buffer }>) =>
  program(schema, async ({ service, config, database, args, say }) => {
    const note = readNote(args);
    const head = note?.trails[service];
    const lost = head && (await lostHead(database.knex, head));
    if (lost)
      throw new ProgramError(
        `${service}: the audit trail was ${lost.toUpperCase()} at or before position ${head.position}, since ${note.made}`,
      );
    const position = await brokenLink(database.knex, config.AUDIT_KEY);
    if (position !== null)
      throw new ProgramError(`${service}: the audit trail is BROKEN at position ${position}`);
    const [sealed] = await database.knex('audit_chain').count<{ n: number }[]>('* as n');
    const noted =
      note && (head ? `, as noted at ${note.made}` : `; the note of ${note.made} has no link of it`);
    say(`${service}: the audit trail is whole (${sealed?.n ?? 0} rows sealed)${noted ?? ''}`);
  });

/** Prints what the next run of retention would end; changes nothing. */
export const showRetention = <Config extends StoreConfig>(
  schema: z.ZodType<Config>,
  rules: (parts: ProgramParts<Config>) => readonly RetentionRule[],
) =>
  program(schema, async (parts) => {
    const counts = await previewRetention(parts.database.knex, rules(parts));
    parts.say(`${parts.service}: ${JSON.stringify(counts)}`);
  });

/** Seals with the newest key what older keys sealed. `COLUMN_KEYS` holds both, the new one first. */
export const rotateSealed = (
  schema: z.ZodType<StoreConfig & { readonly COLUMN_KEYS: KeyRing; readonly BLIND_INDEX_KEY: Buffer }>,
  classes: SchemaClasses,
) =>
  program(schema, async ({ config, database, say }) => {
    const columns = createColumns(config.COLUMN_KEYS, config.BLIND_INDEX_KEY);
    const rotated = await rotateColumns(database, columns, sealedTables(classes));
    say(`${rotated} rows sealed with the key ${config.COLUMN_KEYS[0]?.id}`);
  });

/** Prints whose data an account saw between two moments (`--user --from --to`), for a breach (deploy/breach.md). */
export const showReads = (
  schema: z.ZodType<StoreConfig>,
  readsOf: (db: Db, query: ReadsQuery) => Promise<readonly Read[]>,
) =>
  program(schema, async ({ service, database, args }) => {
    process.stdout.write(readsReport(service, await readsOf(database.knex, parseReadsQuery(args))));
  });
