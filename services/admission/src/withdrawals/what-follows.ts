import type { Withdrawal, WithdrawalState } from '@gerbang/contracts/withdrawals';
import { dayText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { NEW_REFUND_RULE, refundOf, type RefundRule } from '@gerbang/domain/refund-rule';
import { wasObserved } from '@gerbang/domain/registration-stages';
import type { Context } from '../context.ts';
import type { RegistrationRecord } from '../registration-record/registrations.repository.ts';

/** The rule that holds for a registration: the one that its family read at the confirmation, or else the school's. */
export const ruleFor = ({ school }: Pick<Context, 'school'>, read: RefundRule | null): RefundRule =>
  read ?? school.settings.refund_rule ?? NEW_REFUND_RULE;

/** What goes back by the rule when this registration ends today. Before re-enrolment is processed only the fee can be paid. */
export function refundableOf(
  { now }: Pick<Context, 'now'>,
  rule: RefundRule,
  present: Pick<
    RegistrationRecord,
    'academic_year' | 'current_stage' | 'locked' | 'payment_status' | 'payment_amount'
  >,
): Withdrawal['refundable'] {
  const { lines, deduct, total } = refundOf(rule, {
    day: jakartaDay(now()),
    academicYear: present.academic_year,
    processed: present.locked,
    observed: wasObserved(present.current_stage),
    fee: present.payment_status === 'verified' ? present.payment_amount : 0,
    education: 0,
  });
  return { rule_version: rule.version, lines, deduct, total };
}

/** What becomes of a registration that ends, sentence by sentence, as its family reads it before. */
export function followsOf(
  present: Pick<RegistrationRecord, 'payment_status' | 'seat_kind'> & {
    readonly observation_date: string | null;
  },
  waits: boolean,
): WithdrawalState['follows'] {
  const { payment_status: fee, observation_date: day } = present;
  const all: [kind: string, happens: boolean, text: string][] = [
    [
      'seat',
      present.seat_kind === 'offer',
      'Kursinya dilepas dan langsung ditawarkan kepada keluarga berikutnya.',
    ],
    ['waitlist', present.seat_kind === 'waitlist', 'Anak Anda keluar dari daftar tunggu.'],
    ['observation', day !== null, `Jadwal observasi ${day === null ? '' : dayText(day)} dibatalkan.`],
    ['confirmation', waits, 'Daftar ulang yang sudah dikirim dibatalkan.'],
    ['fee', fee === 'pending' || fee === 'rejected', 'Biaya pendaftaran tidak perlu dibayar lagi.'],
    ['proof', fee === 'paid', 'Bukti pembayaran yang sudah dikirim tetap diperiksa bagian keuangan.'],
    ['again', true, 'Anak Anda dapat didaftarkan lagi sebagai pendaftaran baru.'],
  ];
  return all.flatMap(([kind, happens, text]) => (happens ? [{ kind, text }] : []));
}
