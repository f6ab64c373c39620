import type { createScheme as call } from '@gerbang/contracts/payment-schemes';
import type { School } from '@gerbang/contracts/school';
import { mayCreateScheme } from '@gerbang/domain/enrollment-confirmations';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import {
  MONEY_MAX,
  refusedDiscounts,
  type SchemeTotals,
  schemeTotals,
} from '@gerbang/domain/payment-schemes';
import { conflict, type Problem, unprocessable } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { ConfirmationRecord } from '../enrollment-confirmations/enrollment-confirmations.repository.ts';

export type SchemeBody = z.output<(typeof call)['body']>;

/** 422 whose code names the field. */
function refused(field: keyof SchemeBody, message: string): Problem {
  return unprocessable(field, message, [{ path: field, message }]);
}

/** 409 unless the confirmation is processed and has no scheme yet. */
export function refuseState(confirmation: ConfirmationRecord): void {
  if (confirmation.scheme_id !== null) {
    throw conflict('scheme_exists', 'Skema pembayaran sudah ada untuk konfirmasi ini');
  }
  if (!mayCreateScheme(confirmation)) {
    throw conflict('not_processed', 'Skema pembayaran hanya untuk konfirmasi yang sudah diproses.');
  }
}

/** 422 unless the scheme names the confirmation's registration, child and level. */
export function refuseForeign(body: SchemeBody, confirmation: ConfirmationRecord): void {
  if (body.registration_id !== confirmation.registration_id) {
    throw refused('registration_id', 'Pendaftaran tidak sesuai dengan konfirmasi');
  }
  if (body.child_id !== confirmation.child_id) {
    throw refused('child_id', 'Anak tidak sesuai dengan konfirmasi');
  }
  if (body.grade_level !== confirmation.jenjang) {
    throw refused('grade_level', 'Jenjang tidak sesuai dengan pendaftaran');
  }
}

/** The server's totals; 422 where the caller sent others. */
export function totalsOf(
  school: School,
  body: Omit<
    SchemeBody,
    | 'enrollment_confirmation_id'
    | 'registration_id'
    | 'child_id'
    | 'grade_level'
    | 'payment_deadline'
    | 'first_installment_date'
  >,
): SchemeTotals {
  if (!school.payment_periods.includes(body.payment_period)) {
    throw refused('payment_period', 'Periode pembayaran tidak tersedia');
  }
  const [discount] = refusedDiscounts(body, school.discounts);
  if (discount !== undefined) {
    throw refused(
      discount,
      body.payment_scheme === 'installment'
        ? 'Potongan tidak berlaku untuk skema cicilan'
        : 'Potongan tidak ada dalam daftar',
    );
  }
  const totals = schemeTotals(body);
  if (body.total_discount !== undefined && body.total_discount !== totals.total_discount) {
    throw refused('total_discount', 'Total potongan tidak sesuai dengan perhitungan sistem');
  }
  if (totals.final_education_fee < 0) {
    throw refused('final_education_fee', 'Total potongan melebihi biaya pendidikan');
  }
  if (totals.final_education_fee > MONEY_MAX) {
    throw refused('final_education_fee', 'Jumlah terlalu besar');
  }
  if (body.final_education_fee !== undefined && body.final_education_fee !== totals.final_education_fee) {
    throw refused('final_education_fee', 'Biaya akhir tidak sesuai dengan perhitungan sistem');
  }
  return totals;
}

/** The day (`YYYY-MM-DD`) on which the first invoice is due; 422 where it is in the past. */
export function firstDueOf(body: SchemeBody, now: Date): string {
  const field = body.payment_scheme === 'full' ? 'payment_deadline' : 'first_installment_date';
  const day = body[field];
  if (!day) throw new Error('a scheme without a date is refused by its contract');
  if (day < jakartaDay(now)) throw refused(field, 'Tanggal tidak boleh di masa lalu');
  if (body.payment_deadline && body.payment_deadline !== day) {
    throw refused('payment_deadline', 'Tanggal jatuh tempo cicilan sama dengan tanggal cicilan pertama');
  }
  return day;
}
