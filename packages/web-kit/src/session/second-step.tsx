import type { SecondStep as Step } from '@gerbang/contracts/accounts';
import { CardTitle } from '@gerbang/ui/card';
import { Button } from '@gerbang/ui/button';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '@gerbang/web-kit/api/client';
import { useLoginFactor } from '@gerbang/web-kit/session/session';
import { type Proof, ProofForm } from './proof-form.tsx';

const copy = {
  title: 'Verifikasi dua langkah',
  lead: 'Password Anda benar. Buktikan sekali lagi bahwa ini Anda.',
  submit: 'Masuk',
  back: 'Kembali',
  expired: 'Waktu untuk verifikasi dua langkah sudah habis. Silakan masuk lagi.',
} as const;

/** How long the server keeps a step. */
const STEP_MS = 5 * 60_000;

/** The login's second step, in place of its form. */
export function SecondStep({
  step,
  onDone,
  onExpired,
  onBack,
}: {
  step: Step;
  onDone: (name: string) => void;
  /** The step's time is over; `message` says so. */
  onExpired: (message: string) => void;
  onBack: () => void;
}) {
  const heading = useId();
  const prove = useLoginFactor();
  const [began] = useState(() => Date.now());
  const expire = useRef(onExpired);
  useEffect(() => {
    expire.current = onExpired;
  });
  useEffect(() => {
    const timer = setTimeout(() => expire.current(copy.expired), STEP_MS);
    return () => clearTimeout(timer);
  }, []);
  const send = (proof: Proof) =>
    prove.mutate({ token: step.token, ...proof } as Parameters<typeof prove.mutate>[0], {
      onSuccess: (user) => onDone(user.name ?? user.email),
      onError: (error) => {
        // A wrong proof and one that came too late are refused alike, and timers of a sleeping phone run late.
        const late = Date.now() - began >= STEP_MS;
        if (late && error instanceof ApiError && error.status === 401) onExpired(copy.expired);
      },
    });
  return (
    <Stack as="section" $gap={20} aria-labelledby={heading}>
      <div>
        <CardTitle as="h3" id={heading}>
          {copy.title}
        </CardTitle>
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
    </Stack>
  );
}
