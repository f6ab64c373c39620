import type { SchoolConfig } from '@gerbang/contracts/school';
import { Button } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { SaveBar } from '@gerbang/ui/save-bar';
import { SchoolText } from '../page/school-text.tsx';
import { Camera } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useExactAmount } from './use-exact-amount.ts';
import { exactCopy } from './exact-words.ts';
import { PayOnline } from './pay-online.tsx';
import { paymentStepsCopy as copy } from './payment.copy.ts';
import { PaymentStep } from './payment-step.tsx';
import { TransferCard } from './transfer-card.tsx';

/** The first step of a payment: how much to which account, and the way to its proof. */
export function TransferStep({
  school,
  transfer,
  billId,
  typing = false,
  about,
  back,
  before,
  children,
  after,
  later,
  onNext,
}: {
  school: SchoolConfig;
  transfer: Omit<ComponentProps<typeof TransferCard>, 'school' | 'exact' | 'typing'>;
  /** The id of the registration or of the invoice; of several registrations whose fees are paid together theirs. */
  billId: string | readonly string[];
  /** Whether the amount is still typed. */
  typing?: boolean;
  about: string;
  /** The way back: to the list that it was opened from, or to what was chosen before. */
  back: ComponentProps<typeof PaymentStep>['back'];
  /** What must be read first: why the last payment was rejected. */
  before?: ReactNode;
  /** What can be chosen. */
  children?: ReactNode;
  /** What few need, at the end. */
  after?: ReactNode;
  /** The way out for who pays another day. */
  later: ReactNode;
  onNext: () => void;
}) {
  const bill =
    typeof billId === 'string'
      ? { kind: transfer.purpose, id: billId, amount: transfer.amount }
      : { kind: 'registration_fees' as const, ids: billId, amount: transfer.amount };
  const exact = useExactAmount(school, bill, !typing);
  const isKnown = exact !== null && exact !== 'waiting' && exact.unique_add > 0;
  return (
    <PaymentStep step={1} title={copy.transfer} about={about} back={back}>
      {before}
      {school.gateway && typeof billId === 'string' && !typing ? (
        <PayOnline
          kind={transfer.purpose}
          id={billId}
          amount={transfer.amount}
          about={about}
          gateway={school.gateway}
        />
      ) : null}
      <TransferCard {...transfer} school={school} exact={exact} typing={typing} />
      {children}
      <SchoolText text={school.texts.payment_note} />
      <Quiet $small>{copy.afterSend}</Quiet>
      {after}
      <SaveBar stacked>
        <Button icon={<Camera size={20} aria-hidden="true" />} onClick={onNext}>
          {isKnown ? exactCopy.toProof : copy.toProof}
        </Button>
        {later}
      </SaveBar>
    </PaymentStep>
  );
}
