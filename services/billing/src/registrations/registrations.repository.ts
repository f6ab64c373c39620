import type { EventPayload } from '@gerbang/contracts/events';
import { saveNewer } from '@gerbang/service-kit/data/copies';
import type { Db } from '@gerbang/service-kit/data/database';
import { textSearch } from '@gerbang/service-kit/data/text-search';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';

/** A registration's copy, kept by admission's events. */
export type RegistrationCopy = Omit<Tables['registrations'], 'seat'> & {
  readonly seat: EventPayload<'registration.changed'>['seat'];
};

/** SQL: whether the row at this column was decided about what the fee owes now, and not about what was paid before it. */
export const sinceAsked = (at: string, of: string): string =>
  `${at} > coalesce(${of}.fee_asked_at, '-infinity')`;

/** The columns of the copy: billing does not keep the rest of the event. */
const copyOf = ({ family_id: _family, fee_asked: asked, ...kept }: EventPayload<'registration.changed'>) => ({
  ...kept,
  corrections: kept.corrections ?? 0,
  fee_asked: asked?.amount ?? null,
  fee_asked_at: asked?.at ?? null,
  fee_extra: kept.fee_extra ?? 0,
  wave_payment_period: kept.wave_payment_period ?? null,
});

/** Writes the registrations of these events whose copy is older; returns the ids of those that it wrote. */
export async function saveRegistrations(
  trx: Knex.Transaction,
  changes: readonly EventPayload<'registration.changed'>[],
): Promise<string[]> {
  return saveNewer(trx, 'registrations', changes.map(copyOf));
}

/** The registrations with a confirmation or a line of the bank that a typed search finds, for `whereIn`; null = no search. */
export function searchedRegistrations(typed: string | undefined): ((rows: Knex.QueryBuilder) => void) | null {
  const search = textSearch(typed, 'registration_search.search_text');
  if (search === null) return null;
  return (rows) => void rows.from('registration_search').where(search).select('registration_id');
}

/**
 * SQL: whether a row of registrations asks for no fee any more: it is deleted, or its family left before it paid. Money that
 * comes all the same stands unapplied.
 */
export const feeClosed = (table: string): string =>
  `(${table}.deleted or (${table}.current_stage = 'withdrawn' and ${table}.payment_status in ('pending', 'rejected')))`;

/** SQL: what the fee of a registration's copy owes, in rupiah; the alias is that of its table. */
export const feeOwed = (of: string): string => `case when ${feeClosed(of)} then 0
  when ${of}.payment_status <> 'verified' then ${of}.payment_amount else coalesce(${of}.fee_asked, 0) end`;

/** Keeps the rows of this account's children, deleted registrations left out; ownership is decided by this query. */
export function ofFamily<Rows extends Knex.QueryBuilder>(rows: Rows, userId: string): Rows {
  void rows.where('registrations.user_id', userId).where('registrations.deleted', false);
  return rows;
}

/** Keeps the rows of these accounts' children, deleted registrations left out. */
export function ofFamilies<Rows extends Knex.QueryBuilder>(rows: Rows, userIds: readonly string[]): Rows {
  void rows.whereIn('registrations.user_id', userIds).where('registrations.deleted', false);
  return rows;
}

/** A registration of this account without a lock; undefined alike for another family's, a deleted and an unknown one. */
export async function findOwnRegistration(
  db: Db,
  userId: string,
  id: string,
): Promise<RegistrationCopy | undefined> {
  return ofFamily(db('registrations').where({ id }), userId).first<RegistrationCopy | undefined>();
}

/** A registration, locked like one that is confirmed; undefined where no event told of it yet. */
export async function lockRegistration(trx: Db, id: string): Promise<RegistrationCopy | undefined> {
  return trx('registrations').where({ id }).forNoKeyUpdate().first<RegistrationCopy | undefined>();
}

/**
 * A registration of this account, locked so that its confirmations are made one after the other. Undefined alike for
 * another family's, a deleted and an unknown one.
 */
export async function lockOwnRegistration(
  trx: Db,
  userId: string,
  id: string,
): Promise<RegistrationCopy | undefined> {
  return trx('registrations')
    .where({ id, user_id: userId, deleted: false })
    .forNoKeyUpdate()
    .first<RegistrationCopy | undefined>();
}

/** Lets a locked copy say at once that its child is accepted no more; admission's event then writes the whole copy. */
export async function closeAcceptance(
  trx: Db,
  id: string,
  stage: RegistrationCopy['current_stage'],
): Promise<void> {
  await trx('registrations').where({ id }).update({ current_stage: stage });
}
