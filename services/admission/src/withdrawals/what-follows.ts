import type { Withdrawal, WithdrawalState } from '@gerbang/contracts/withdrawals';
import { dayText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { NEW_REFUND_RULE, refundOf, type RefundRule } from '@gerbang/domain/refund-rule';
import { wasObserved } from '@gerbang/domain/registration-stages';
import type { Context } from '../context.ts';
import type { RegistrationRecord } from '../registration-record/registrations.repository.ts';

/** What billing says of an acceptance. */
type Acceptance = Pick<Awaited<ReturnType<Context['withdrawAcceptance']>>, 'rule' | 'paid'>;

/** The rule that holds for a registration: the one that its family read at the confirmation, or else the school's. */
export const ruleFor = ({ school }: Pick<Context, 'school'>, read: RefundRule | null): RefundRule =>
  read ?? school.settings.refund_rule ?? NEW_REFUND_RULE;

/**
 * What goes back by the rule of the fee of a registration that ends, and of what billing says was paid besides. `at` is when its
 * family left or asked to: a school that takes its time does not shorten it.
 */
export function refundableOf(
  context: Pick<Context, 'now' | 'school'>,
  { rule: read, paid = 0 }: Acceptance,
  present: Pick<RegistrationRecord, 'academic_year' | 'current_stage' | 'locked' | 'payment_status'>,
  /** What the school has of a verified fee, in rupiah. */
  kept: number,
  at = context.now(),
): Withdrawal['refundable'] {
  const rule = ruleFor(context, read);
  const { lines, deduct, total } = refundOf(rule, {
    day: jakartaDay(at),
    academicYear: present.academic_year,
    processed: present.locked,
    observed: wasObserved(present.current_stage),
    fee: present.payment_status === 'verified' ? kept : 0,
    education: paid,
  });
  return { rule_version: rule.version, lines, deduct, total };
}

/** What becomes of a registration that ends, sentence by sentence, as its family reads it before; staff name the `child` otherwise. */
export function followsOf(
  present: Pick<RegistrationRecord, 'payment_status' | 'seat_kind' | 'locked' | 'fee_asked'> & {
    readonly observation_date: string | null;
  },
  waits: boolean,
  child = 'Anak Anda',
): WithdrawalState['follows'] {
  const { payment_status: fee, observation_date: day, fee_asked: rest } = present;
  const all: [kind: string, happens: boolean, text: string][] = [
    [
      'seat',
      present.seat_kind === 'offer',
      'Kursinya dilepas dan langsung ditawarkan kepada keluarga berikutnya.',
    ],
    ['waitlist', present.seat_kind === 'waitlist', `${child} keluar dari daftar tunggu.`],
    ['observation', day !== null, `Jadwal observasi ${day === null ? '' : dayText(day)} dibatalkan.`],
    [
      'enrollment',
      present.locked,
      'Daftar ulang dibatalkan, juga tagihan yang belum dibayar. Yang sudah dibayar tetap tercatat.',
    ],
    ['confirmation', waits, 'Daftar ulang yang sudah dikirim dibatalkan.'],
    ['fee', fee === 'pending' || fee === 'rejected', 'Biaya pendaftaran tidak perlu dibayar lagi.'],
    ['rest', Boolean(rest), 'Kekurangan biaya pendaftaran tidak perlu dibayar lagi.'],
    ['proof', fee === 'paid', 'Bukti pembayaran yang sudah dikirim tetap diperiksa bagian keuangan.'],
    ['again', true, `${child} dapat didaftarkan lagi sebagai pendaftaran baru.`],
  ];
  return all.flatMap(([kind, happens, text]) => (happens ? [{ kind, text }] : []));
}
