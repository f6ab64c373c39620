import type { WaitingStudent } from '@gerbang/contracts/announcement-shapes';
import type { EventPayload } from '@gerbang/contracts/events';
import type { Jenjang } from '@gerbang/domain/levels';
import type { PaymentStatus } from '@gerbang/domain/registration-payments';
import type { Stage } from '@gerbang/domain/registration-stages';
import { saveNewer } from '@gerbang/service-kit/data/copies';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import {
  joinSummary,
  SUMMARY_COLUMN,
  type SummaryRecord,
} from '../observation-scores/summaries.repository.ts';
import { joinPool, POOL_COLUMN, type PoolRecord } from '../seats/seat-pools.repository.ts';
import type { Tables } from '../database.types.ts';

/** The copy of a registration that admission's events keep. */
export interface RegistrationCopy
  extends Omit<Tables['registrations'], 'jenjang' | 'current_stage' | 'payment_status'> {
  readonly jenjang: Jenjang;
  readonly current_stage: Stage;
  readonly payment_status: PaymentStatus;
}

/** The columns of the copy; phones of the event are not kept, and of the parents one name. */
function copyOf(changed: EventPayload<'registration.changed'>): RegistrationCopy {
  return {
    id: changed.id,
    version: changed.version,
    deleted: changed.deleted,
    user_id: changed.user_id,
    child_id: changed.child_id,
    child_name: changed.child_name,
    child_nick_name: changed.child_nick_name,
    child_gender: changed.child_gender,
    parent_name: changed.mother_name ?? changed.father_name,
    registration_number: changed.registration_number,
    jenjang: changed.jenjang,
    kelas: changed.kelas,
    academic_year: changed.academic_year,
    current_stage: changed.current_stage,
    payment_status: changed.payment_status,
  };
}

/** Writes the registrations of these events whose copy is older. */
export async function saveRegistrations(
  trx: Knex.Transaction,
  changes: readonly EventPayload<'registration.changed'>[],
): Promise<void> {
  const copies = changes.map((changed) => ({ ...copyOf(changed) }));
  const written = new Set(await saveNewer(trx, 'registrations', copies));
  const known = copies.filter(({ id }) => !written.has(id));
  if (known.length > 0) await completeCopies(trx, known);
}

/** Fills columns that were added since a copy was made, when a replay sends the same version again. */
async function completeCopies(trx: Knex.Transaction, copies: readonly RegistrationCopy[]): Promise<void> {
  await trx.raw(
    `update registrations r set child_gender = e.child_gender, parent_name = e.parent_name
     from jsonb_populate_recordset(null::registrations, ?) e
     where r.id = e.id and r.version = e.version and r.parent_name is null and r.child_gender is null
       and not r.deleted`,
    [JSON.stringify(copies)],
  );
}

/** Registrations that wait for a result and are in no announcement that holds them. */
function waitingRegistrations(db: Db) {
  return db('registrations')
    .where('registrations.current_stage', 'waiting_announcement')
    .whereRaw('not registrations.deleted')
    .whereRaw(
      `not exists (select from announcement_results taken
        where taken.registration_id = registrations.id and taken.live)`,
    );
}

/** How many registrations wait for a result. */
export async function countWaitingRegistrations(db: Db): Promise<number> {
  const [row] = await waitingRegistrations(db).count<{ n: number }[]>('* as n');
  return row?.n ?? 0;
}

const LISTED = [
  'id',
  'child_id',
  'child_name',
  'child_nick_name',
  'child_gender',
  'parent_name',
  'registration_number',
  'jenjang',
  'kelas',
] as const;

interface NameAndPool {
  readonly name_from_account: string | null;
  readonly pool: PoolRecord | null;
  readonly observation: SummaryRecord | null;
}

/**
 * The students of a level, and of a year if one is given, that wait for a result, in the order of their names: names of child and parent, gender and class, and
 * what assessors said of them where the reader may know.
 */
export async function waitingStudents(
  db: Db,
  { jenjang, academic_year }: { readonly jenjang: Jenjang; readonly academic_year?: string | undefined },
  readsFigures: boolean,
): Promise<WaitingStudent[]> {
  const rows = await waitingRegistrations(db)
    .where({
      'registrations.jenjang': jenjang,
      ...(academic_year !== undefined && { 'registrations.academic_year': academic_year }),
    })
    .leftJoin('accounts', 'accounts.id', 'registrations.user_id')
    .joinRaw(joinPool('registrations'))
    .joinRaw(joinSummary('registrations'))
    .orderByRaw('lower(registrations.child_name), registrations.id')
    .select<(Pick<RegistrationCopy, (typeof LISTED)[number]> & NameAndPool)[]>(
      ...LISTED.map((column) => `registrations.${column}`),
      db.raw('case when registrations.parent_name is null then accounts.name end as name_from_account'),
      db.raw(POOL_COLUMN),
      db.raw(SUMMARY_COLUMN),
    );
  return rows.map(
    ({
      child_name,
      child_nick_name,
      child_gender,
      parent_name,
      name_from_account,
      pool,
      observation,
      ...row
    }) => ({
      ...row,
      ...(pool !== null && { pool }),
      ...(observation !== null && readsFigures && { observation }),
      child: {
        full_name: child_name,
        nick_name: child_nick_name,
        gender: child_gender,
        parent_name,
        name_from_account,
      },
    }),
  );
}
