import type { BillingArea } from '@gerbang/contracts/billing-dashboard';
import { FAMILIES_TOGETHER } from '@gerbang/contracts/enrollment-events';
import type { EventPayload } from '@gerbang/contracts/events';
import type { OpenInvoice } from '@gerbang/domain/family-dues';
import { type Database, type Db, readSnapshot } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import { joinedInvoices } from '../invoices/invoices.repository.ts';
import { ofFamilies } from '../registrations/registrations.repository.ts';

type Dues = EventPayload<'dues.changed'>['families'][number];
type ToConfirm = NonNullable<BillingArea['parent']>['to_confirm'][number];
type OfFamily<Row> = Row & { readonly user_id: string };
export interface Version {
  readonly user_id: string;
  readonly version: number;
}

/** The invoices of these families that can be paid now, the next due one first. */
export function openInvoices(db: Db, userIds: readonly string[]): Knex.QueryBuilder {
  return ofFamilies(joinedInvoices(db), userIds)
    .whereRaw('not enrollment_invoices.waiting')
    .whereRaw('enrollment_invoices.paid_amount < enrollment_invoices.total_amount')
    .orderBy(['enrollment_invoices.due_date', 'enrollment_invoices.id'])
    .select(
      'registrations.user_id',
      'enrollment_invoices.id as invoice_id',
      'enrollment_invoices.invoice_number',
      'enrollment_invoices.installment_name',
      'registrations.child_name',
      'enrollment_invoices.due_date',
      'enrollment_invoices.total_amount',
      'enrollment_invoices.paid_amount as amount_paid',
      'enrollment_invoices.rejected',
    );
}

/**
 * Accepted children whose re-enrolment is not confirmed yet, or was declined and can be sent again; not where their seat is
 * being released, because it can be confirmed no more.
 */
export function toConfirm(db: Db, userIds: readonly string[]): Knex.QueryBuilder {
  const rows = db('registrations').leftJoin(
    'enrollment_confirmations as confirmations',
    'confirmations.registration_id',
    'registrations.id',
  );
  return ofFamilies(rows, userIds)
    .where('registrations.current_stage', 'passed')
    .where((open) => void open.whereNull('confirmations.id').orWhere('confirmations.status', 'declined'))
    .whereRaw(`coalesce(registrations.seat->>'status', 'open') not in ('releasing', 'released')`)
    .orderBy('registrations.registration_number')
    .select(
      'registrations.user_id',
      'registrations.id as registration_id',
      'registrations.child_name',
      'registrations.jenjang',
      'registrations.kelas',
      db.raw('confirmations.id is not null as declined'),
      db.raw(
        `case registrations.seat->>'status' when 'open' then registrations.seat->>'answer_until' end as answer_until`,
      ),
    );
}

/** A row of `toConfirm`. */
export type ToConfirmRow = Omit<ToConfirm, 'answer_until'> & { readonly answer_until: string | null };

/** The row as an event carries it: without the field where there is no deadline. */
export const shownToConfirm = ({ answer_until, ...row }: ToConfirmRow): ToConfirm => ({
  ...row,
  ...(answer_until !== null && { answer_until }),
});

/** The dues of these families as they stand, each under its version. */
export async function duesOf(db: Db, families: readonly Version[]): Promise<Dues[]> {
  const ids = families.map(({ user_id }) => user_id);
  const invoices: OfFamily<OpenInvoice>[] = await openInvoices(db, ids);
  const open: OfFamily<ToConfirmRow>[] = await toConfirm(db, ids);
  const rowsOf = <Row extends { readonly user_id: string }>(rows: readonly Row[], userId: string) =>
    rows.filter((row) => row.user_id === userId).map(({ user_id: _family, ...row }) => row);
  return families.map(({ user_id, version }) => ({
    user_id,
    version,
    invoices: rowsOf(invoices, user_id),
    to_confirm: rowsOf(open, user_id).map(shownToConfirm),
  }));
}

/** Whether a family's dues changed since they were last sent. */
export async function anyUntold(database: Database): Promise<boolean> {
  const [row] = await database.prepared<{ untold: boolean }>(
    'dues_untold',
    'select exists (select from family_dues where version > told) as untold',
    [],
  );
  return row?.untold ?? false;
}

/** The database's time, and families whose dues changed since they were last sent, locked until the transaction ends. */
export async function lockUntold(trx: Db): Promise<{ now: Date; families: Version[] }> {
  const { rows } = await trx.raw('select now() as now');
  const families = await trx('family_dues')
    .whereRaw('version > told')
    .orderBy('user_id')
    .limit(FAMILIES_TOGETHER)
    .forNoKeyUpdate()
    .skipLocked()
    .select('user_id', 'version');
  return { now: (rows as { now: Date }[])[0]?.now ?? new Date(), families };
}

/** Families whose dues changed since they were last sent, the newest changes first. */
export async function untoldFamilies(db: Db): Promise<Version[]> {
  return db('family_dues')
    .whereRaw('version > told')
    .orderBy('changed_at', 'desc')
    .limit(FAMILIES_TOGETHER)
    .select('user_id', 'version');
}

/** The dues of untold families that this chooses, in one snapshot. */
export async function untoldDues(trx: Db, choose: (family: Version) => boolean): Promise<Dues[]> {
  await readSnapshot(trx);
  const families = (await untoldFamilies(trx)).filter(choose);
  return families.length === 0 ? [] : duesOf(trx, families);
}

/** Notes that the present dues of these families have been sent. */
export async function markTold(trx: Db, families: readonly Version[]): Promise<void> {
  const ids = families.map(({ user_id }) => user_id);
  await trx('family_dues')
    .whereIn('user_id', ids)
    .update({ told: trx.ref('version') });
}

/** Marks all families to be sent again; returns their number. */
export async function forgetTold(db: Db): Promise<number> {
  return db('family_dues').update({ version: db.raw('version + 1'), changed_at: db.fn.now() });
}

/** The next families whose dues admission must have: sent, and unchanged for ten minutes. */
export async function settledFamilies(trx: Db, after: string): Promise<Version[]> {
  return trx('family_dues')
    .whereRaw(`version = told and changed_at < now() - interval '10 minutes'`)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(FAMILIES_TOGETHER)
    .forShare()
    .select('user_id', 'version');
}

/** The present version of a family's dues, and the last one that was sent; undefined where it never had any. */
export async function duesVersion(
  db: Db,
  userId: string,
): Promise<{ version: number; told: number } | undefined> {
  return db('family_dues')
    .where({ user_id: userId })
    .first<{ version: number; told: number } | undefined>('version', 'told');
}
