import type { SecondStep as Step } from '@gerbang/contracts/factors.types';
import { Button } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { useId } from 'react';
import { styled } from 'styled-components';
import { ApiError, messageOf } from '../client.ts';
import { useLoginFactor } from '../session.ts';
import { type Proof, ProofForm } from './proof-form.tsx';

const copy = {
  title: 'Langkah kedua',
  lead: 'Password Anda benar. Buktikan sekali lagi bahwa ini Anda.',
  submit: 'Masuk',
  back: 'Kembali',
} as const;

const Section = styled.section`
  display: grid;
  gap: 20px;
  h3 {
    font-size: 1.125rem;
    line-height: 1.45;
  }
`;

/** The login's second step, in place of its form. */
export function SecondStep({
  step,
  onDone,
  onExpired,
  onBack,
}: {
  step: Step;
  onDone: (name: string) => void;
  /** The step is over without a login; `message` says why. */
  onExpired: (message: string) => void;
  onBack: () => void;
}) {
  const heading = useId();
  const prove = useLoginFactor();
  const send = (proof: Proof) =>
    prove.mutate({ token: step.token, ...proof } as Parameters<typeof prove.mutate>[0], {
      onSuccess: (user) => onDone(user.name ?? user.email),
      onError: (error) => {
        if (error instanceof ApiError && error.status === 401 && error.body?.code !== 'factor_failed') {
          onExpired(messageOf(error));
        }
      },
    });
  return (
    <Section aria-labelledby={heading}>
      <div>
        <h3 id={heading}>{copy.title}</h3>
        <Quiet>{copy.lead}</Quiet>
      </div>
      <ProofForm
        kinds={step.kinds}
        passkey={step.passkey}
        submit={copy.submit}
        pending={prove.isPending}
        error={prove.error}
        onSend={send}
        other={
          <Button variant="ghost" onClick={onBack}>
            {copy.back}
          </Button>
        }
      />
    </Section>
  );
}
