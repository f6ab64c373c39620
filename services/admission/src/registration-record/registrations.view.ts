import { shown } from '@gerbang/service-kit/http/shown';
import {
  registrationRowSchema,
  registrationSchema,
  type listRegistrations,
  type Registration,
  type RegistrationRow,
} from '@gerbang/contracts/registrations';
import { fileLink } from '@gerbang/contracts/files';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import { openField } from '../parents/parents.view.ts';
import { numbersOf } from '../children/children.view.ts';
import type { Context } from '../context.ts';
import { sourceOf } from '../registration-payments/settlement-source.ts';
import {
  type FullRegistration,
  type RegistrationListRecord,
  findOwnRegistrations,
} from './registrations.repository.ts';

/** A row of the family's list, without personal numbers and bank fields. */
export function toRegistrationRow({ seat_kind, ...record }: RegistrationListRecord): RegistrationRow {
  const { payment_evidence_file_id: fileId, payment_verified_by_role: role } = record;
  const source = sourceOf(record);
  return {
    ...shown(registrationRowSchema, record),
    child: { full_name: record.child_full_name, nick_name: record.child_nick_name },
    payment_evidence_url: fileId === null ? null : fileLink(fileId),
    payment_evidence_filename: record.evidence_name,
    verified_by_user: role === null ? null : { name: record.payment_verified_by_name, role },
    ...(source && { settled_by: source.kind }),
    ...(seat_kind && { seat_kind }),
  };
}

/** The payer's account number in clear. */
export function accountNumberOf(
  { columns }: Pick<Context, 'columns'>,
  { id, bank_account_number }: Pick<FullRegistration, 'id' | 'bank_account_number'>,
): string | null {
  if (bank_account_number === null) return null;
  return columns.open('registrations', 'bank_account_number', id, bank_account_number);
}

/** A registration as its GET shows it, with child and family. */
export function toRegistration(context: Pick<Context, 'columns'>, record: FullRegistration): Registration {
  const { child, parent, seat_kind: _kind, ...own } = record;
  const ofChild = registrationSchema.shape.child;
  const ofParent = registrationSchema.shape.parent;
  return {
    ...shown(registrationSchema, own),
    ...toRegistrationRow(record),
    bank_account_number: accountNumberOf(context, record),
    child: { ...shown(ofChild, child), ...numbersOf(context.columns, child) },
    parent: {
      ...shown(ofParent, parent),
      father_income: openField(context.columns, parent, 'father_income'),
      mother_income: openField(context.columns, parent, 'mother_income'),
    },
  };
}

type Query = z.output<NonNullable<(typeof listRegistrations)['query']>>;

/** The family's registrations that match the query, the newest first. */
export function registrationList(
  db: Db,
  userId: string,
  query: Query,
): List<RegistrationListRecord, RegistrationRow> {
  return {
    table: 'registrations',
    keys: { created_at: 'registrations.created_at' },
    defaultSort: '-created_at',
    rows: () => findOwnRegistrations(db, userId, query),
    toItems: (rows) => rows.map(toRegistrationRow),
  };
}
