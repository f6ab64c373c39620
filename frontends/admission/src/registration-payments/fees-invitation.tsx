import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { asksExactly } from '@gerbang/domain/payment-expectations';
import { Banner } from '@gerbang/ui/banner';
import { Link } from '@gerbang/web-kit/page/router';
import { useSchool } from '@gerbang/web-kit/api/school';
import { feesCopy as copy } from './fees.copy.ts';
import { feesTogether, sumOf } from './fees-together.ts';

/** That several open fees can be paid with one transfer; nothing where they cannot. */
export function FeesInvitation({ rows }: { rows: readonly RegistrationRow[] }) {
  const { data: school } = useSchool();
  const fees = school ? feesTogether(rows, school).flatMap((one) => one.fees) : [];
  if (!school || fees.length === 0) return null;
  return (
    <Banner tone="info">
      <p>
        <strong>{copy.invite(fees.length, sumOf(fees), asksExactly(school))}</strong> {copy.inviteText}
      </p>
      <Link to="/registrations/bayar">{copy.inviteLink}</Link>
    </Banner>
  );
}
