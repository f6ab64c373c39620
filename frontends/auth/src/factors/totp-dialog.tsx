import type { TotpSetup } from '@gerbang/contracts/factors';
import { buttonCss } from '@gerbang/ui/button';
import { CopyButton } from '@gerbang/ui/copy-button';
import { Dialog } from '@gerbang/ui/dialog';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { OtpField } from '@gerbang/ui/otp-field';
import { Skeleton } from '@gerbang/ui/skeleton';
import { messageOf } from '@gerbang/web-kit/api/client';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { z } from '@gerbang/web-kit/forms/form';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { Suspense, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { type FactorChanges, useTotpSetup } from './factors.api.ts';
import { addingCopy as copy, factorsCopy } from './factors.copy.ts';

const QrCode = lazyPart(() => import('@gerbang/web-kit/page/qr-code.tsx').then((file) => file.QrCode));

const schema = z.object({ otp: z.string().check(z.regex(/^[0-9]{6}$/u, copy.codeForm)) });

const Secret = styled.code`
  flex: 1 1 200px;
  padding: 10px 12px;
  border-radius: 10px;
  background: var(--bg-subtle);
  font-size: 1rem;
  line-height: 1.5;
  word-spacing: 0.25em;
  overflow-wrap: anywhere;
`;

const OpenLink = styled.a.withConfig({ shouldForwardProp: (name) => !name.startsWith('$') })<{
  $variant: 'secondary';
}>`
  ${buttonCss}
`;

// A phone cannot scan its own screen: there the link and the key are enough.
const OnDesktop = styled(Stack)`
  @media (max-width: 639.98px) {
    display: none;
  }
  > :last-child {
    min-height: 200px;
  }
`;

const OnPhone = styled(Text)`
  @media (min-width: 640px) {
    display: none;
  }
`;

/** `JBSWY3DPEHPK3PXP` → `JBSW Y3DP EHPK 3PXP`: easier to type. */
const grouped = (secret: string) => (secret.match(/.{1,4}/gu) ?? []).join(' ');

function CodeForm({
  setup,
  change,
  onDone,
  onClose,
}: {
  setup: TotpSetup;
  change: FactorChanges['confirmTotp'];
  onDone: (codes: readonly string[], text: string) => void;
  onClose: () => void;
}) {
  const form = useTextForm(schema, { otp: '' });
  const send = ({ otp }: { otp: string }) => {
    if (change.isPending) return;
    change.mutate(otp, {
      onSuccess: (added) => onDone(added.recovery_codes, factorsCopy.totpAdded),
      onError: (error) => {
        toastFailure(copy.totpFailed, error);
        form.fail(error);
      },
    });
  };
  return (
    <FormFrame
      form={form}
      onSubmit={form.onSubmit(send)}
      actions={
        <FormActions
          label={copy.activate}
          pending={change.isPending}
          pendingLabel={copy.activating}
          onCancel={onClose}
        />
      }
    >
      <Stack $gap={12}>
        <OnDesktop $gap={12}>
          <Text>{copy.totpScan}</Text>
          <div>
            <Suspense fallback={<Skeleton lines={5} label={copy.totpLoading} />}>
              <QrCode text={setup.otpauth_uri} label={copy.qr} />
            </Suspense>
          </div>
        </OnDesktop>
        <OnPhone>{copy.totpHere}</OnPhone>
        <div>
          <OpenLink $variant="secondary" href={setup.otpauth_uri}>
            {copy.open}
          </OpenLink>
        </div>
        <Quiet>{copy.byHand}</Quiet>
        <Row $gap={4} $align="center">
          <Secret aria-label={copy.secret}>{grouped(setup.secret)}</Secret>
          <CopyButton text={setup.secret} label={copy.copySecret} copied={copy.secretCopied} />
        </Row>
      </Stack>
      <OtpField {...form.field('otp')} label={copy.code} hint={copy.codeHint} />
    </FormFrame>
  );
}

/** Shows the secret of a new app of codes, and lets it count after a right code. */
export function TotpDialog({
  change,
  onDone,
  onClose,
}: {
  change: FactorChanges['confirmTotp'];
  /** Recovery codes that come with it; none with a further factor. */
  onDone: (codes: readonly string[], text: string) => void;
  onClose: () => void;
}) {
  const begin = useTotpSetup();
  const { mutate } = begin;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate();
  }, [mutate]);
  return (
    <Dialog title={copy.totpTitle} dismissable={false} onClose={onClose}>
      {begin.data ? (
        <CodeForm setup={begin.data} change={change} onDone={onDone} onClose={onClose} />
      ) : begin.isError ? (
        <LoadFailed title={messageOf(begin.error)} retrying={begin.isPending} onRetry={() => mutate()} />
      ) : (
        <Skeleton lines={6} label={copy.totpLoading} />
      )}
    </Dialog>
  );
}
