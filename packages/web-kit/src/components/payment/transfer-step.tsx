import type { SchoolConfig } from '@gerbang/contracts/admission.types';
import { Button } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { SaveBar } from '@gerbang/ui/save-bar';
import { SchoolText } from '../school-text.tsx';
import { Camera } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { paymentStepsCopy as copy } from './payment.copy.ts';
import { PaymentStep } from './payment-step.tsx';
import { TransferCard } from './transfer-card.tsx';

/** The first step of a payment: how much to which account, and the way to its proof. */
export function TransferStep({
  school,
  transfer,
  about,
  back,
  before,
  children,
  after,
  later,
  onNext,
}: {
  school: SchoolConfig;
  transfer: Omit<ComponentProps<typeof TransferCard>, 'school'>;
  about: string;
  /** The list that it was opened from. */
  back: { readonly label: string; readonly to: string };
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
  return (
    <PaymentStep step={1} title={copy.transfer} about={about} back={back}>
      {before}
      <TransferCard {...transfer} school={school} />
      {children}
      <SchoolText text={school.texts.payment_note} />
      <Quiet $small>{copy.afterSend}</Quiet>
      {after}
      <SaveBar stacked>
        <Button icon={<Camera size={20} aria-hidden="true" />} onClick={onNext}>
          {copy.toProof}
        </Button>
        {later}
      </SaveBar>
    </PaymentStep>
  );
}
