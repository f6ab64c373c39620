import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import { audit } from '@gerbang/service-kit/audit/audit';
import { Problem } from '@gerbang/service-kit/http/problems';
import type { Role } from '@gerbang/domain/roles';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { nextRow, writeOutcome } from './import-rows.repository.ts';
import { type ImportRecord, lockImport, updateImport, waitingImports } from './imports.repository.ts';
import { lookAtImport, termsNow } from './look-at-import.ts';
import type { ListTerms } from './list-values.ts';
import { type ReadRow, readRow } from './read-rows.ts';
import { type Outcome, writeRow } from './write-row.ts';
import type { Applying } from './read-rows.ts';

/**
 * A list of 2,000 rows may take four minutes: from its twentieth row on each takes at least so long, and the calls of families and
 * staff have the machine in between.
 */
const ROW_MS = 95;
const AT_ONCE = 20;

/** How long one turn of the work goes on before the program may end: a little less than five of its chore's, so that no time is lost. */
const TURN_MS = 4800;

/** In whose name rows are written: who started the import. */
function starterOf({ started_by_id, started_by_name, started_by_role, created_by_id }: ImportRecord): Actor {
  return {
    id: started_by_id ?? created_by_id,
    name: started_by_name,
    role: (started_by_role ?? 'staff_tu') as Role,
  };
}

const isRefusal = (error: unknown): error is Problem => error instanceof Problem && error.statusCode < 500;

/** What becomes of a row: a refusal is the row's and takes back what was written of it, anything else is a fault of the moment. */
async function tryRow(
  context: Context,
  trx: Knex.Transaction,
  found: ImportRecord,
  read: ReadRow,
): Promise<Outcome> {
  const { applying } = read;
  if (applying === null) {
    const [reason] = read.shown.reasons;
    return { outcome: 'failed', outcome_text: reason?.text ?? 'Baris ini tidak dapat dibaca lagi' };
  }
  const work = { found, actor: starterOf(found), origin: { address: '', requestId: `import-${found.id}` } };
  try {
    return await trx.transaction((within) =>
      writeRow(context, { ...work, trx: within, read: read as ReadRow & { applying: Applying } }),
    );
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { outcome: 'failed', outcome_text: error.message };
  }
}

/** Writes the next row of a running import, in one transaction; its place in the work, or null where there is none, or it was stopped. */
async function importNext(context: Context, id: string, terms: ListTerms): Promise<number | null> {
  return context.database.transaction(async (trx) => {
    const found = await lockImport(trx, context.columns, id);
    if (found?.state !== 'running') return null;
    const row = await nextRow(trx, context.columns, id);
    if (!row) {
      await updateImport(trx, found, { state: 'done', ended_at: context.now() });
      await audit(trx, {
        action: 'import.ended',
        actor: starterOf(found),
        subject: id,
        origin: { address: '', requestId: `import-${id}` },
      });
      return null;
    }
    const fields = found.headings.map((heading) => found.mapping[heading] ?? null);
    await writeOutcome(trx, row.id, await tryRow(context, trx, found, readRow(row, fields, terms)));
    return row.position;
  });
}

/** Goes on with one list until it is done, is stopped, or the turn ends. */
async function workImport(context: Context, id: string, { rowMs, began }: { rowMs: number; began: number }) {
  await lookAtImport(context, id);
  const terms = await termsNow(context, context.database.knex);
  while (Date.now() - began < TURN_MS) {
    const since = Date.now();
    const position = await importNext(context, id, terms);
    if (position === null) break;
    await pause(position < AT_ONCE ? 0 : Math.max(0, since + rowMs - Date.now()));
  }
}

/**
 * Goes on with what was uploaded or started, one list after the other; a turn ends after some seconds, the next goes on. A list that
 * meets a fault holds no other up; the first fault is told at the end.
 */
export async function workImports(context: Context, rowMs = ROW_MS): Promise<void> {
  const began = Date.now();
  const faults: unknown[] = [];
  for (const id of await waitingImports(context.database.knex)) {
    await workImport(context, id, { rowMs, began }).catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}
