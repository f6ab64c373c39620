import type { Registration } from '@gerbang/contracts/registrations';
import type { SchoolConfig } from '@gerbang/contracts/school';
import { Banner } from '@gerbang/ui/banner';
import { PayOnline } from '@gerbang/web-kit/payment/pay-online.tsx';
import { TransferCard } from '@gerbang/web-kit/payment/transfer-card.tsx';
import { useExactAmount } from '@gerbang/web-kit/payment/use-exact-amount';
import { paymentCopy as copy } from './payment.copy.ts';

/** What a family transfers once more, because the fee of the corrected level is higher. */
export function FeeRest({
  registration: { id, registration_number, jenjang },
  amount,
  school,
}: {
  registration: Registration;
  /** In rupiah. */
  amount: number;
  school: SchoolConfig;
}) {
  const exact = useExactAmount(school, { kind: 'registration_fee', id, amount }, true);
  return (
    <>
      <Banner tone="attention">
        <strong>{copy.restTitle}</strong>
        <p>{copy.restText}</p>
      </Banner>
      {school.gateway ? (
        <PayOnline
          kind="registration_fee"
          id={id}
          amount={amount}
          about={registration_number}
          gateway={school.gateway}
        />
      ) : null}
      <TransferCard
        reference={registration_number}
        amount={amount}
        school={school}
        jenjang={jenjang}
        purpose="registration_fee"
        exact={exact}
      />
    </>
  );
}
