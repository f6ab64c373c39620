import type { undoImport as call } from '@gerbang/contracts/imports';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import {
  deleteBytes,
  endChildren,
  endFamily,
  endRegistrations,
} from '../registration-record/end-data.repository.ts';
import { deletionOf } from '../registration-record/delete-registrations.ts';
import { beforeMove } from '../registration-record/moves.ts';
import { lockRegistrations } from '../registration-record/registrations.repository.ts';
import { endAccounts } from './accounts.client.ts';
import { noImport } from './change-import.ts';
import { type RowRecord, rowsOf, writeOutcome } from './import-rows.repository.ts';
import { importById, type ImportRecord, lockImport, updateImport } from './imports.repository.ts';
import { undoUntil } from './imports.view.ts';
import { refuseState } from './run-import.ts';
import {
  childTouched,
  endSections,
  lockChildren,
  otherData,
  registeredBeside,
  touchedRegistrations,
} from './touched.repository.ts';

type Undone = z.input<(typeof call)['response'][200]>;

/** Families that are looked at in one transaction. */
const AT_ONCE = 20;

/** Why a row's data stay; null where they are as the import wrote them. */
async function whyStays(trx: Knex.Transaction, row: RowRecord): Promise<string | null> {
  if (row.registration_id !== null && (await touchedRegistrations(trx, [row.registration_id])).length > 0)
    return 'Pendaftarannya sudah diubah, dibayar, atau diproses';
  if (row.made_child && row.child_id !== null && (await childTouched(trx, row.child_id)))
    return 'Data anak ini sudah diubah atau ada dokumennya';
  return null;
}

/** What of one family's rows goes, and why the others stay. */
interface Judged {
  readonly gone: readonly RowRecord[];
  readonly stays: ReadonlyMap<RowRecord, string>;
}

async function judgeFamily(trx: Knex.Transaction, rows: readonly RowRecord[]): Promise<Judged> {
  const made = rows.flatMap(({ child_id, made_child }) =>
    made_child && child_id !== null ? [child_id] : [],
  );
  await lockChildren(trx, made);
  await lockRegistrations(
    trx,
    rows.flatMap(({ registration_id }) => registration_id ?? []),
  );
  const stays = new Map<RowRecord, string>();
  for (const row of rows) {
    const why = await whyStays(trx, row);
    if (why !== null) stays.set(row, why);
  }
  const ends = rows.flatMap((row) => (stays.has(row) ? [] : (row.registration_id ?? [])));
  const registered = await registeredBeside(trx, made, ends);
  for (const row of rows) {
    if (!row.made_child || stays.has(row) || !registered.includes(row.child_id ?? '')) continue;
    stays.set(row, 'Anak ini punya pendaftaran lain');
  }
  return { gone: rows.filter((row) => !stays.has(row)), stays };
}

/** Ends what an import wrote of one family: all of it with its account, or the children and registrations that are as it wrote them. */
async function undoFamily(
  context: Context,
  trx: Knex.Transaction,
  found: ImportRecord,
  rows: readonly RowRecord[],
  requestId: string,
): Promise<{ families: number; files: readonly string[]; judged: Judged }> {
  const judged = await judgeFamily(trx, rows);
  const { gone } = judged;
  const registrations = gone.flatMap(({ registration_id }) => registration_id ?? []);
  for (const one of await lockRegistrations(trx, registrations))
    await beforeMove(context, trx, deletionOf(one));
  const family = rows.find(({ made_family }) => made_family)?.family_id ?? null;
  const children = gone.flatMap(({ child_id, made_child }) =>
    made_child && child_id !== null ? [child_id] : [],
  );
  const whole =
    family !== null &&
    judged.stays.size === 0 &&
    !(await otherData(trx, family, { registrations, children }));
  const isEnded =
    whole &&
    (await endAccounts(context, { import_id: found.id, user_ids: [family] }, requestId)).ended.includes(
      family,
    );
  if (isEnded) {
    const { blanks, files } = await endFamily(context, trx, family);
    await context.outbox.publish(trx, 'data.erased', {
      request_id: null,
      user_id: family,
      registrations: blanks,
    });
    return { families: 1, files, judged };
  }
  const { blanks, files } = await endRegistrations(context, trx, registrations);
  const pages = await endChildren(trx, children);
  if (family !== null) {
    await endSections(trx, family, [
      ...registrations.map((one) => `registration:${one}`),
      ...children.map((one) => `child:${one}`),
    ]);
  }
  if (blanks.length > 0)
    await context.outbox.publish(trx, 'data.erased', {
      request_id: null,
      user_id: null,
      registrations: blanks,
    });
  return { families: 0, files: [...files, ...pages], judged };
}

/**
 * Takes an import back within 24 hours of its start: what is as it was written goes, with the accounts that it made, and what
 * stays is told row by row. A call that was cut off goes on where it was.
 */
export async function undoImport(context: Context, caller: Caller, id: string): Promise<Undone> {
  const { database, columns, now } = context;
  const found = await importById(database.knex, columns, id);
  if (!found) throw noImport();
  refuseState(found, ['stopped', 'done']);
  const until = undoUntil(found);
  if (until === null || now() > until)
    throw conflict('undo_over', 'Impor ini sudah lewat 24 jam dan tidak dapat dibatalkan lagi.');
  const rows = await rowsOf(database.knex, columns, id);
  const written = rows.filter(({ outcome }) => outcome === 'imported' || outcome === 'skipped');
  const families = [
    ...Map.groupBy(
      written.filter(
        ({ made_family, made_child, registration_id }) =>
          made_family || made_child || registration_id !== null,
      ),
      ({ family_id }) => family_id,
    ).values(),
  ];
  const removed = { families: 0, children: 0, registrations: 0 };
  const files: string[] = [];
  for (let at = 0; at < families.length; at += AT_ONCE) {
    await database.transaction(async (trx) => {
      const locked = await lockImport(trx, columns, id);
      if (!locked) throw noImport();
      refuseState(locked, ['stopped', 'done']);
      for (const own of families.slice(at, at + AT_ONCE)) {
        const {
          families: ended,
          files: gone,
          judged,
        } = await undoFamily(context, trx, found, own, caller.origin.requestId);
        removed.families += ended;
        files.push(...gone);
        for (const row of judged.gone) {
          removed.registrations += row.registration_id === null ? 0 : 1;
          removed.children += row.made_child ? 1 : 0;
          await writeOutcome(trx, row.id, { outcome: 'undone', outcome_text: null, registration_id: null });
        }
        for (const [row, why] of judged.stays)
          await writeOutcome(trx, row.id, { outcome: 'kept', outcome_text: why });
      }
    });
  }
  await deleteBytes(context, files);
  // Accounts of rows that failed after auth had made them.
  const failed = rows
    .filter(({ outcome, position }) => position !== null && (outcome === null || outcome === 'failed'))
    .map((row) => row.id);
  for (let at = 0; at < failed.length; at += 100)
    await endAccounts(
      context,
      { import_id: id, user_ids: failed.slice(at, at + 100) },
      caller.origin.requestId,
    );
  await database.transaction(async (trx) => {
    const locked = await lockImport(trx, columns, id);
    if (!locked) throw noImport();
    refuseState(locked, ['stopped', 'done']);
    await updateImport(trx, locked, { state: 'undone', ended_at: locked.ended_at ?? now() });
    await audit(trx, {
      action: 'import.undone',
      actor: await actorOf(trx, caller),
      subject: id,
      details: removed,
      origin: caller.origin,
    });
  });
  const kept = (await rowsOf(database.knex, columns, id)).filter(({ outcome }) => outcome === 'kept');
  return { removed, stays: kept.map(({ n, outcome_text }) => ({ n, text: outcome_text ?? '' })) };
}
