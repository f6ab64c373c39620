import type { z } from 'zod';
import { brokenLink } from '../audit/audit-chain.ts';
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

/** Checks the chain that seals the service's audit trail; fails where a row was altered or removed. */
export const verifyAudit = (schema: z.ZodType<StoreConfig>) =>
  program(schema, async ({ service, database, say }) => {
    const position = await brokenLink(database.knex);
    if (position !== null)
      throw new ProgramError(`${service}: the audit trail is BROKEN at position ${position}`);
    const [sealed] = await database.knex('audit_chain').count<{ n: number }[]>('* as n');
    say(`${service}: the audit trail is whole (${sealed?.n ?? 0} rows sealed)`);
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
