import type { RegistrationRow } from '@gerbang/contracts/registrations';
import type { SchoolConfig } from '@gerbang/contracts/school';
import { FEES_OF_A_SLIP, OPEN_PAYMENTS } from '@gerbang/domain/registration-payments';
import { accountFor } from '@gerbang/domain/school-accounts';

/** Fees that can be paid with one transfer. */
export interface FeesOfAccount {
  readonly key: string;
  readonly label: string;
  readonly fees: readonly RegistrationRow[];
}

/** The open fees of a family by the account that they go to; an account with fewer than two is left out. */
export function feesTogether(
  rows: readonly RegistrationRow[],
  school: Pick<SchoolConfig, 'accounts'>,
): FeesOfAccount[] {
  const open = rows.filter(
    (row) =>
      !row.locked &&
      row.current_stage !== 'withdrawn' &&
      row.payment_amount > 0 &&
      OPEN_PAYMENTS.some((one) => one === row.payment_status),
  );
  const byAccount = Map.groupBy(open, ({ jenjang }) => accountFor(school, jenjang, 'registration_fee'));
  return [...byAccount].flatMap(([account, fees]) =>
    account && fees.length >= FEES_OF_A_SLIP.least
      ? [{ key: account.key, label: `${account.bank_name} ${account.account_number}`, fees }]
      : [],
  );
}

/** The rupiah that these fees come to. */
export const sumOf = (fees: readonly Pick<RegistrationRow, 'payment_amount'>[]): number =>
  fees.reduce((sum, fee) => sum + fee.payment_amount, 0);
