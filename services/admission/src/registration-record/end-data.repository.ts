import type { EventPayload } from '@gerbang/contracts/events';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { keepSharedSlips } from './slip-fees.repository.ts';
import { ERASED_NAME, NIL_ID } from '@gerbang/service-kit/data/erasure';

type Blank = EventPayload<'data.erased'>['registrations'][number];

/** What other services keep in place of these registrations: no person's, with a version above all published ones. */
async function blanksOf(trx: Db, ids: readonly string[]): Promise<Blank[]> {
  const rows = await trx('registrations')
    .whereIn('id', ids)
    .orderBy('id')
    .select(
      'id',
      'child_id',
      trx.raw('event_version + 1 as version'),
      'registration_number',
      'jenjang',
      'academic_year',
      'current_stage',
      'payment_status',
    );
  return rows.map((row) => ({
    family_id: null,
    documents_complete: { observation: true, re_enrolment: true },
    ...row,
    version: Number(row.version),
    deleted: true,
    user_id: NIL_ID,
    parent_id: NIL_ID,
    child_name: ERASED_NAME,
    child_nick_name: null,
    child_gender: null,
    father_name: null,
    mother_name: null,
    father_phone: null,
    mother_phone: null,
    contact_phone: null,
    login_phone: null,
    kelas: null,
    payment_amount: 0,
    payment_proof_at: null,
    payment_proof_id: null,
    payment_verified_at: null,
    seat: null,
  }));
}

/** Deletes rows of files with what features keep about them. */
async function endFiles(context: Context, trx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  for (const feature of context.features) await feature.endFiles?.(context, trx, ids);
  const files = await trx('files').whereIn('id', ids).delete(['id']);
  return files.map(({ id }) => id as string);
}

/**
 * Ends registrations with stages, the history of the fee and the rows of their files, in the caller's transaction. Their
 * numbers stay with what was paid for them, for the books. Returns the blanks to publish and the files whose bytes can
 * go after the commit.
 */
export async function endRegistrations(
  context: Context,
  trx: Db,
  ids: readonly string[],
): Promise<{ blanks: Blank[]; files: string[] }> {
  if (ids.length === 0) return { blanks: [], files: [] };
  const wanted = [...ids];
  await trx('registrations').whereIn('id', wanted).orderBy('id').forUpdate().select('id');
  const blanks = await blanksOf(trx, wanted);
  await trx.raw(
    `update registration_numbers n set fee_amount = r.payment_amount + coalesce((select sum(d.amount)::bigint
       from fee_differences d where d.registration_id = r.id and d.paid_at is not null and d.ended_id is null), 0),
       fee_verified_at = r.payment_verified_at
     from registrations r where r.id = any(?) and n.number = r.registration_number and r.payment_status = 'verified'`,
    [wanted],
  );
  await trx('registration_numbers')
    .whereIn('registration_id', wanted)
    .whereNull('voided_at')
    .whereNull('fee_verified_at')
    .update({ voided_at: trx.fn.now() });
  const { rows: named } = await trx.raw(
    `select payment_evidence_file_id as id from registrations where id = any(:wanted)
     union select file_id from registration_payment_events where registration_id = any(:wanted)
     union select file_id from registration_stages where registration_id = any(:wanted)
     union select id from files where record_id = any(:wanted)`,
    { wanted },
  );
  for (const feature of context.features) await feature.endRegistrations?.(context, trx, wanted);
  await trx.raw('select end_registrations(?)', [wanted]);
  await trx('erased_registrations')
    .insert(wanted.map((id) => ({ id })))
    .onConflict('id')
    .ignore();
  const fileIds = (named as { id: string | null }[]).flatMap(({ id }) => (id === null ? [] : [id]));
  // A slip of several fees goes with the last of them.
  const kept = await keepSharedSlips(trx, fileIds);
  const ended = fileIds.filter((id) => !kept.has(id));
  return { blanks, files: await endFiles(context, trx, ended) };
}

/**
 * Ends children with their consents and documents; their registrations must be gone before. Returns the files whose bytes
 * can go after the commit.
 */
export async function endChildren(trx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const files = await trx('files')
    .where({ attached_to: 'child_document' })
    .whereIn('record_id', trx('child_documents').whereIn('child_id', ids).select('id'))
    .delete(['id']);
  await trx.raw('select end_children(?)', [[...ids]]);
  return files.map(({ id }) => id as string);
}

/** Deletes notes of calls. */
export async function endNotes(trx: Db, ids: readonly string[]): Promise<void> {
  await trx.raw('select end_family_notes(?)', [[...ids]]);
}

/** Empties the dashboard of an erased family. Its counters stay, so that nothing composed or published before comes back. */
async function blankDashboard(trx: Db, userId: string): Promise<void> {
  await trx('family_dashboards')
    .where({ user_id: userId })
    .update({
      changes: trx.raw('changes + 1'),
      body: null,
      awaits_results: null,
      untold: null,
      accepted: null,
      dues: null,
      unread: null,
    });
}

/** Ends everything that admission has of an account, except the case itself and the trail. */
export async function endFamily(
  context: Context,
  trx: Db,
  userId: string,
): Promise<{ blanks: Blank[]; files: string[]; children: number }> {
  // A note that is just being written is waited for; a later one is refused.
  await trx('accounts').where({ id: userId }).forUpdate().select('id');
  const children = await trx('children')
    .join('parents', 'parents.id', 'children.parent_id')
    .where('parents.user_id', userId)
    .pluck<string[]>('children.id');
  const registrations = await trx('registrations').whereIn('child_id', children).pluck<string[]>('id');
  for (const feature of context.features) await feature.beforeEnd?.(context, trx, registrations);
  const { blanks, files } = await endRegistrations(context, trx, registrations);
  const pages = await endChildren(trx, children);
  await trx('parents').where({ user_id: userId }).delete();
  await endNotes(trx, await trx('family_notes').where({ user_id: userId }).pluck<string[]>('id'));
  await trx('contact_phone_codes').where({ user_id: userId }).delete();
  await trx('entered_sections').where({ user_id: userId }).delete();
  await trx('import_rows').where({ family_id: userId }).delete();
  await trx('uploads').where({ user_id: userId }).delete();
  await blankDashboard(trx, userId);
  await trx('idempotency_keys').where({ user_id: userId }).delete();
  // Proofs of invoices and slips of refunds are vouchers and stay with the books.
  const others = await trx('files')
    .where((own) => void own.where({ uploader_id: userId }).orWhere({ family_user_id: userId }))
    .andWhere(
      (free) => void free.whereNull('attached_to').orWhereNotIn('attached_to', ['invoice_payment', 'refund']),
    )
    .pluck<string[]>('id');
  const rest = await endFiles(context, trx, others);
  return { blanks, files: [...files, ...pages, ...rest], children: children.length };
}

/** Deletes the bytes of files whose rows are gone; the sweep finds those that an unreachable store keeps. */
export async function deleteBytes(
  { store, log }: Pick<Context, 'store' | 'log'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await store.delete(id).catch((error: unknown) => log.warn({ err: error }, 'bytes wait for the sweep'));
  }
}
