import type { SchoolConfig } from '@gerbang/contracts/school';
import type { Jenjang } from '@gerbang/domain/levels';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { ProofStep } from '@gerbang/web-kit/payment/proof-step.tsx';
import { TransferStep } from '@gerbang/web-kit/payment/transfer-step.tsx';
import type { usePaymentStep } from '@gerbang/web-kit/payment/use-payment-step';
import type { ComponentProps, ReactNode } from 'react';
import { FeeProofFields, type PayerField } from './fee-proof-form.tsx';
import { paymentCopy as copy } from './payment.copy.ts';

/** The list to which families return. */
export const LIST = '/registrations';

/** The two steps of paying one fee or several: the transfer, then its proof. */
export function FeeSteps<Field extends string>({
  school,
  at: { step, toProof, toFirst },
  proof,
  about,
  transfer,
  billId,
  back,
  before,
  instead,
}: {
  school: SchoolConfig;
  at: ReturnType<typeof usePaymentStep>;
  /** The form of the proof, which may have fields beside those of the payer. */
  proof: ComponentProps<typeof ProofStep<Field | PayerField>>['proof'];
  about: string;
  transfer: { readonly reference: string; readonly amount: number; readonly jenjang: Jenjang };
  billId: ComponentProps<typeof TransferStep>['billId'];
  back: ComponentProps<typeof TransferStep>['back'];
  before: ReactNode;
  /** What stands in place of the transfer once the proof was sent. */
  instead?: ReactNode;
}) {
  if (step === 2) {
    return (
      <ProofStep proof={proof} about={about} onBack={toFirst}>
        <FeeProofFields form={proof.form} />
      </ProofStep>
    );
  }
  if (instead) return <>{instead}</>;
  return (
    <TransferStep
      school={school}
      transfer={{ ...transfer, purpose: 'registration_fee' }}
      billId={billId}
      about={about}
      back={back}
      before={before}
      later={
        <LinkButton to={LIST} $variant="ghost">
          {copy.later}
        </LinkButton>
      }
      onNext={toProof}
    />
  );
}
