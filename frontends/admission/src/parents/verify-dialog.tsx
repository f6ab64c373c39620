import type { Parent } from '@gerbang/contracts/parents';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog } from '@gerbang/ui/dialog';
import { OtpField } from '@gerbang/ui/otp-field';
import { messageOf } from '@gerbang/web-kit/api/client';
import { useCountdown } from '@gerbang/web-kit/session/countdown';
import { z } from '@gerbang/web-kit/forms/form';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import type { ProfileChanges } from './parents.api.ts';
import { verifyCopy as copy } from './profile.copy.ts';

const RESEND_AFTER = 60;
const schema = z.object({ otp: z.string().check(z.regex(/^\d{6}$/u, copy.wrongLength)) });

/** The code that was sent to the contact phone; with it the number becomes a login identifier. */
export function VerifyDialog({
  phone,
  password,
  changes,
  onVerified,
  onClose,
}: {
  phone: string;
  /** What was typed for the first code, where the number needs it. */
  password: string | null;
  changes: ProfileChanges;
  onVerified: (parent: Parent) => void;
  onClose: () => void;
}) {
  const form = useTextForm(schema, { otp: '' });
  const { left, start } = useCountdown(RESEND_AFTER, true);
  const [problem, setProblem] = useState<string | null>(null);
  const { verify, sendCode } = changes;

  const send = ({ otp }: { otp: string }) => {
    if (verify.isPending) return;
    verify.mutate(otp, {
      onSuccess: (parent) => {
        toast(copy.doneTitle, copy.doneText);
        onVerified(parent);
      },
      onError: (error) => {
        form.showErrors([{ field: 'otp', message: messageOf(error) }]);
        toastFailure(copy.wrongTitle, error);
      },
    });
  };
  const resend = () => {
    if (left > 0) return;
    setProblem(null);
    sendCode.mutate(password, {
      onSuccess: ({ message }) => {
        start();
        toast(copy.sentTitle, message);
      },
      onError: (error) => setProblem(messageOf(error)),
    });
  };

  return (
    <Dialog title={copy.title} dismissable={false} onClose={onClose}>
      <p>{copy.sentTo(phone)}</p>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(send)}
        actions={
          <>
            <Button variant="ghost" aria-disabled={left > 0} pending={sendCode.isPending} onClick={resend}>
              {left > 0 ? copy.resendIn(left) : copy.resend}
            </Button>
            {problem ? <Banner tone="danger">{problem}</Banner> : null}
            <FormActions
              label={copy.verify}
              pending={verify.isPending}
              pendingLabel={copy.verifying}
              onCancel={onClose}
            />
          </>
        }
      >
        <OtpField {...form.field('otp')} label={copy.code} hint={copy.codeHint} />
      </FormFrame>
    </Dialog>
  );
}
