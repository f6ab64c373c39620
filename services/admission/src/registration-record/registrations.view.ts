import { shown } from '@gerbang/service-kit/http/shown';
import {
  registrationRowSchema,
  registrationSchema,
  type Registration,
  type RegistrationRow,
} from '@gerbang/contracts/registrations';
import { ageWarnings } from '@gerbang/domain/level-ages';
import { fileLink } from '@gerbang/contracts/files';
import type { EventPayload } from '@gerbang/contracts/events';
import type { Context } from '../context.ts';
import type { Tables } from '../database.types.ts';
import { numbersOf, openField } from './open-fields.ts';
import { type FullRegistration, type RegistrationListRecord } from './registrations.repository.ts';

type Source = EventPayload<'fee.settled'>['source'];

/** The money from the bank that the fee rests on; null where it rests on none. */
export function sourceOf({
  settled_by_line_id: line,
  settled_by_pay_request_id: request,
  settled_by_cash_id: cash = null,
  settled_by_import_id: list = null,
}: Pick<Tables['registrations'], 'settled_by_line_id' | 'settled_by_pay_request_id'> &
  Partial<Pick<Tables['registrations'], 'settled_by_cash_id' | 'settled_by_import_id'>>): Source | null {
  if (line !== null) return { kind: 'bank_line', id: line };
  if (cash !== null) return { kind: 'cash', id: cash };
  if (list !== null) return { kind: 'import', id: list };
  return request === null ? null : { kind: 'pay_request', id: request };
}

/** A row of the family's list, without personal numbers and bank fields. */
export function toRegistrationRow({
  seat_kind,
  leaving,
  fee_asked,
  fee_returned,
  slots,
  pay_channel,
  ...record
}: RegistrationListRecord): RegistrationRow {
  const { payment_evidence_file_id: fileId, payment_verified_by_role: role } = record;
  const source = sourceOf(record);
  return {
    ...shown(registrationRowSchema, record),
    child: { full_name: record.child_full_name, nick_name: record.child_nick_name },
    payment_evidence_url: fileId === null ? null : fileLink(fileId),
    payment_evidence_filename: record.evidence_name,
    verified_by_user: role === null ? null : { name: record.payment_verified_by_name, role },
    ...(source && { settled_by: source.kind }),
    ...(pay_channel && { settled_channel: pay_channel }),
    ...(seat_kind && { seat_kind }),
    ...(leaving && { leaving }),
    ...(fee_asked && { fee_asked }),
    ...(fee_returned > 0 && { fee_returned }),
    ...(slots && { slots }),
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
export function toRegistration(
  context: Pick<Context, 'columns' | 'school'>,
  record: FullRegistration,
): Registration {
  const {
    child,
    parent,
    seat_kind: _kind,
    fee_asked: _asked,
    fee_returned: _returned,
    slots: _slots,
    ...own
  } = record;
  const ofChild = registrationSchema.shape.child;
  const ofParent = registrationSchema.shape.parent;
  const level = context.school.settings.levels.find((one) => one.jenjang === record.jenjang);
  const warnings = level ? ageWarnings(level, child, record.academic_year) : [];
  return {
    ...shown(registrationSchema, own),
    ...toRegistrationRow(record),
    ...(warnings.length > 0 && { warnings }),
    bank_account_number: accountNumberOf(context, record),
    child: { ...shown(ofChild, child), ...numbersOf(context.columns, child) },
    parent: {
      ...shown(ofParent, parent),
      father_income: openField(context.columns, parent, 'father_income'),
      mother_income: openField(context.columns, parent, 'mother_income'),
    },
  };
}
