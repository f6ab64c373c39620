import { Fieldset } from '@gerbang/ui/form-section';
import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { FEES_OF_A_SLIP } from '@gerbang/domain/registration-payments';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { Checkbox } from '@gerbang/ui/checkbox';
import { Quiet } from '@gerbang/ui/layout';
import { RadioGroup, type RadioOption } from '@gerbang/ui/radio-group';
import { SaveBar } from '@gerbang/ui/save-bar';
import { PaymentStep } from '@gerbang/web-kit/payment/payment-step.tsx';
import { formatRupiah, levelText } from '@gerbang/web-kit/page/format';
import { useId } from 'react';
import { styled } from 'styled-components';
import { feesCopy as copy } from './fees.copy.ts';
import { sumOf } from './fees-together.ts';
import { paymentCopy } from './payment.copy.ts';

const Fees = styled(Fieldset)`
  display: grid;
  gap: 4px;
  legend {
    margin-block-end: 4px;
  }
`;

const Fee = styled.div`
  display: grid;
  padding-block: 4px;
  border-block-end: 1px solid var(--border-subtle);
  font-feature-settings: 'tnum';
  > :last-child {
    padding-inline-start: 30px;
  }
`;

/** Which of the open fees one transfer pays, and what they come to. */
export function FeesChoice({
  accounts,
  account,
  onAccount,
  fees,
  chosen,
  exactly,
  onChoose,
  onNext,
}: {
  /** The accounts that open fees go to, where there are several. */
  accounts: readonly RadioOption[];
  account: string;
  onAccount: (key: string) => void;
  fees: readonly RegistrationRow[];
  chosen: readonly RegistrationRow[];
  /** The school asks for exact amounts: the transfer alone names one. */
  exactly: boolean;
  onChoose: (ids: readonly string[]) => void;
  onNext: () => void;
}) {
  const status = useId();
  const ids = chosen.map(({ id }) => id);
  const problem =
    ids.length < FEES_OF_A_SLIP.least ? copy.tooFew : ids.length > FEES_OF_A_SLIP.most ? copy.tooMany : null;
  return (
    <PaymentStep
      step={1}
      title={copy.title}
      about={copy.about}
      back={{ label: paymentCopy.toList, to: '/registrations' }}
    >
      {accounts.length > 1 ? (
        <RadioGroup
          label={copy.accounts}
          name="rekening"
          options={accounts}
          value={account}
          onChange={({ target }) => onAccount(target.value)}
        />
      ) : null}
      <Card as="div">
        <Fees>
          <legend>{copy.choose}</legend>
          {fees.map((fee) => (
            <Fee key={fee.id}>
              <Checkbox
                label={fee.child.full_name}
                aria-describedby={`${status}-${fee.id}`}
                checked={ids.includes(fee.id)}
                onChange={({ target }) =>
                  onChoose(target.checked ? [...ids, fee.id] : ids.filter((id) => id !== fee.id))
                }
              />
              <Quiet id={`${status}-${fee.id}`} $small $figures>
                {levelText(fee.jenjang, fee.kelas)} · {fee.registration_number} ·{' '}
                {formatRupiah(fee.payment_amount)}
              </Quiet>
            </Fee>
          ))}
        </Fees>
      </Card>
      <p id={status} role="status">
        {problem ?? (
          <>
            <strong>{copy.sum(ids.length, sumOf(chosen))}</strong>
            {exactly ? ` — ${copy.exactNext}` : null}
          </>
        )}
      </p>
      <SaveBar stacked>
        <Button
          aria-disabled={problem !== null || undefined}
          aria-describedby={status}
          onClick={() => {
            if (problem === null) onNext();
          }}
        >
          {copy.toTransfer}
        </Button>
      </SaveBar>
    </PaymentStep>
  );
}
