import { REFUND_CAUSES, REFUND_STATUS_LABELS } from '@gerbang/domain/refunds';
import { WITHDRAWAL_CHECKS, WITHDRAWAL_LABELS, WITHDRAWAL_REASONS } from '@gerbang/domain/withdrawals';
import { ANNOUNCEMENT_LABELS, SKIP_LABELS, STAFF_RESULT_LABELS } from '@gerbang/domain/announcements';
import { LINE_LABELS } from '@gerbang/domain/bank-lines';
import { DOCUMENT_LABELS, FACT_LABELS, GATE_LABELS, RETURN_LABELS } from '@gerbang/domain/child-documents';
import { STAFF_CONFIRMATION_LABELS } from '@gerbang/domain/enrollment-confirmations';
import { GENDER_LABELS } from '@gerbang/domain/family-options';
import { HOW_KNOW_SCHOOL_LABELS } from '@gerbang/domain/registration-options';
import { REOPEN_CAUSE_LABELS } from '@gerbang/domain/bank-days';
import { INVOICE_LABELS } from '@gerbang/domain/invoices';
import { DECLINE_REASON_LABELS, OFFER_LABELS, RELEASE_CAUSE_LABELS } from '@gerbang/domain/offers';
import { PAYMENT_METHOD_LABELS, VERIFICATION_LABELS } from '@gerbang/domain/invoice-payments';
import { messageTrouble } from '@gerbang/domain/message-errors';
import { CORRECTION_BASES, CORRECTION_REQUEST_LABELS } from '@gerbang/domain/corrections';
import { MONEY_REQUEST_LABELS } from '@gerbang/domain/money-requests';
import { NUMBER_CHECK_LABELS, NUMBER_FAILURE_LABELS } from '@gerbang/domain/number-requests';
import { REVERSAL_CAUSE_LABELS } from '@gerbang/domain/payment-reversals';
import {
  PAYMENT_LABELS,
  SETTLEMENT_LABELS,
  SETTLEMENT_REFUSAL_TEXTS,
} from '@gerbang/domain/registration-payments';
import { STAFF_STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { DAY_OFF_LABELS } from '@gerbang/domain/school-days';
import { PRIORITY_LABELS } from '@gerbang/domain/waitlist';
import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import type { AreaName } from './audit.copy.ts';

type Labels = Readonly<Record<string, string>>;

const ENROLLMENT: Labels = {
  pending: 'Belum',
  confirmed: 'Terkonfirmasi',
  payment_scheme_created: 'Skema dibuat',
  declined: 'Ditolak',
};

/** The constants of a field in words, the same in all trails. */
const VALUES: Readonly<Record<string, Labels>> = {
  payment_status: PAYMENT_LABELS,
  current_stage: STAFF_STAGE_LABELS,
  stage: STAFF_STAGE_LABELS,
  role: ROLE_WORDS,
  gender: GENDER_LABELS,
  how_know_school: HOW_KNOW_SCHOOL_LABELS,
  attached_to: {
    registration_payment: 'Pembayaran pendaftaran',
    registration_stage: 'Tahap pendaftaran',
    refund: 'Pengembalian dana',
    invoice_payment: 'Pembayaran tagihan',
    child_document: 'Dokumen anak',
  },
  document_status: DOCUMENT_LABELS,
  return_reason: RETURN_LABELS,
  facts: FACT_LABELS,
  gate: GATE_LABELS,
  checked: NUMBER_CHECK_LABELS,
  cause: NUMBER_FAILURE_LABELS,
  enrollment_status: ENROLLMENT,
  verification_status: VERIFICATION_LABELS,
  line_status: LINE_LABELS,
  payment_method: PAYMENT_METHOD_LABELS,
  settled_by: SETTLEMENT_LABELS,
  refusal: SETTLEMENT_REFUSAL_TEXTS,
  request_kind: MONEY_REQUEST_LABELS,
  refund_cause: REFUND_CAUSES,
  refund_status: REFUND_STATUS_LABELS,
  reversal_cause: REVERSAL_CAUSE_LABELS,
  basis: CORRECTION_BASES,
  answer_status: CORRECTION_REQUEST_LABELS,
  payment_scheme: { full: 'Lunas sekaligus', installment: 'Cicilan 4 tahap' },
  source: { suggested: 'Usulan yang dipastikan', typed: 'Ditulis sendiri' },
  result: STAFF_RESULT_LABELS,
  offer_source: {
    result: 'Hasil',
    waitlist: 'Daftar tunggu',
    staff: 'Pilihan sekolah',
    migrated: 'Sebelum kursi dibatasi',
  },
  offer_status: OFFER_LABELS,
  release_cause: RELEASE_CAUSE_LABELS,
  reason_code: DECLINE_REASON_LABELS,
  withdrawal_reason: WITHDRAWAL_REASONS,
  withdrawal_checks: WITHDRAWAL_CHECKS,
  withdrawal_decision: WITHDRAWAL_LABELS,
  kept: { confirmed: 'Daftar ulang sudah dikirim', paid: 'Sudah ada pembayaran' },
  priority: PRIORITY_LABELS,
  reopen_cause: REOPEN_CAUSE_LABELS,
  reported: {
    auth: 'Akun',
    admission: 'Penerimaan',
    announcement: 'Pengumuman',
    billing: 'Tagihan',
    notification: 'Pesan',
  },
};

/** The constants of a field that are this trail's own: an invoice payment's statuses are not the fee's. */
const VALUES_OF: Readonly<Partial<Record<AreaName, Readonly<Record<string, Labels>>>>> = {
  penerimaan: { kind: DAY_OFF_LABELS },
  pengumuman: { status: ANNOUNCEMENT_LABELS, reason: SKIP_LABELS },
  tagihan: { status: { ...INVOICE_LABELS, ...STAFF_CONFIRMATION_LABELS } },
  akun: { kind: { passkey: 'Kunci sandi', totp: 'Aplikasi kode' } },
  pesan: { kind: MESSAGE_KIND_LABELS },
};

/** Why a message failed, as the page of messages says it. */
const causeOf = (reason: string): string | undefined =>
  messageTrouble({ status: 'failed', reason, error_code: null, code: false })?.cause;

/** A constant of a field in words; undefined for any other text. */
export function valueLabel(area: AreaName, name: string, value: string): string | undefined {
  if (area === 'pesan' && name === 'reason') return causeOf(value);
  return VALUES_OF[area]?.[name]?.[value] ?? VALUES[name]?.[value];
}
