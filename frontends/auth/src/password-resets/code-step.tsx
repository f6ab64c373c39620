import { Button } from '@gerbang/ui/button';
import { OtpField } from '@gerbang/ui/otp-field';
import { TextField } from '@gerbang/ui/text-field';
import { useMutation } from '@gerbang/web-kit/query-client';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { z } from '@gerbang/web-kit/form';
import { FormFrame } from '@gerbang/web-kit/components/form-frame';
import { useTextForm } from '@gerbang/web-kit/text-form';
import { emailRule } from '../forms/rules.ts';
import { sending } from '../forms/sending.ts';
import { verifyCode } from './password-resets.api.ts';
import { resetCopy as copy } from './password-resets.copy.ts';

const codeSchema = z.object({
  email: emailRule('Email tidak valid'),
  otp: z.string().check(z.regex(/^[0-9]{6}$/u, 'Kode OTP harus berupa 6 digit angka')),
});

/** Step 1: e-mail and code; the server returns `isValid`. */
export function CodeStep({
  email,
  onVerified,
}: {
  email: string;
  onVerified: (verified: { email: string; otp: string }) => void;
}) {
  const form = useTextForm(codeSchema, { email, otp: '' });
  const check = useMutation({ mutationFn: verifyCode });
  const send = sending(form, check, {
    done: (result, sent) => {
      if (result.isValid) {
        toast(copy.validTitle, copy.validText);
        onVerified(sent);
        return;
      }
      const message = result.message || copy.invalidText;
      toastFailure(copy.invalidTitle, message);
      form.showErrors([{ field: 'otp', message }]);
    },
    failure: copy.checkFailedTitle,
    failureText: copy.checkFailedText,
  });

  return (
    <FormFrame
      form={form}
      onSubmit={form.onSubmit(send)}
      actions={
        <Button type="submit" block pending={check.isPending} pendingLabel={copy.verifyPending}>
          {copy.verify}
        </Button>
      }
    >
      <TextField
        {...form.field('email')}
        label={copy.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <OtpField {...form.field('otp')} label={copy.code} hint={copy.codeHint} />
    </FormFrame>
  );
}
