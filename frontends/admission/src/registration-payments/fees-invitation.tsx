import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { Banner } from '@gerbang/ui/banner';
import { Link } from '@gerbang/web-kit/page/router';
import { useSchool } from '@gerbang/web-kit/api/school';
import { feesCopy as copy } from './fees.copy.ts';
import { feesTogether } from './fees-together.ts';

/** That several open fees can be paid with one transfer; nothing where they cannot. */
export function FeesInvitation({ rows }: { rows: readonly RegistrationRow[] }) {
  const { data: school } = useSchool();
  const count = school ? feesTogether(rows, school).reduce((sum, { fees }) => sum + fees.length, 0) : 0;
  if (count === 0) return null;
  return (
    <Banner tone="info">
      <p>
        <strong>{copy.invite(count)}</strong> {copy.inviteText}
      </p>
      <Link to="/registrations/bayar">{copy.inviteLink}</Link>
    </Banner>
  );
}
