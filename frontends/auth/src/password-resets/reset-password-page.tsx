import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Stack } from '@gerbang/ui/layout';
import { OtpField } from '@gerbang/ui/otp-field';
import { TextField } from '@gerbang/ui/text-field';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { z } from '@gerbang/web-kit/forms/form';
import { useMutation } from '@gerbang/web-kit/api/query-client';
import { Link, useLocation } from '@gerbang/web-kit/page/router';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useState } from 'react';
import { resetPassword, verifyCode } from './password-resets.api.ts';
import { resetCopy as copy } from './password-resets.copy.ts';
import { Footer, PublicPage, ResendButton, StepHeading } from './public-page.tsx';
import { EmailField } from '../forms/fields.tsx';
import { NewPasswordFields } from '../forms/new-password-fields.tsx';
import { emailOrPhoneRule, passwordRule, sameAs, sending } from '../forms/rules.ts';

const codeSchema = z.object({
  email: emailOrPhoneRule('Email tidak valid'),
  otp: z.string().check(z.regex(/^[0-9]{6}$/u, 'Kode OTP harus berupa 6 digit angka')),
});

/** Step 1: e-mail and code; the server returns `isValid`. */
function CodeStep({
  email,
  code,
  onVerified,
}: {
  email: string;
  /** The code of an invitation's link. */
  code: string;
  onVerified: (verified: { email: string; otp: string }) => void;
}) {
  const form = useTextForm(codeSchema, { email, otp: code });
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
      <EmailField {...form.field('email')} label={copy.email} hint={copy.emailHint} type="text" />
      <OtpField {...form.field('otp')} label={copy.code} hint={copy.codeHint} />
    </FormFrame>
  );
}

/** The confirmation stays in the browser. */
const newPasswordSchema = z
  .object({ newPassword: passwordRule(8, 'Kata sandi minimal 8 karakter'), confirmPassword: z.string() })
  .check(sameAs('newPassword', 'confirmPassword', 'Konfirmasi password tidak cocok'));

const EMPTY = { newPassword: '', confirmPassword: '' };

/** The server's refusal of a dead code; its sentence is shown beside the toast's fixed one. */
class ResetRefused extends Error {}

async function reset(body: Parameters<typeof resetPassword>[0]): Promise<void> {
  const result = await resetPassword(body);
  if (!result.success) throw new ResetRefused(result.message);
}

/** Step 2: the new password for the verified e-mail. */
function NewPasswordStep({
  verified,
  onDone,
  onBack,
}: {
  verified: { email: string; otp: string };
  onDone: () => void;
  onBack: () => void;
}) {
  const form = useTextForm(newPasswordSchema, EMPTY);
  const change = useMutation({ mutationFn: reset });
  const send = sending(form, change, {
    done: () => {
      toast(copy.successToast, copy.successToastText);
      onDone();
    },
    failure: copy.failureTitle,
    failureText: copy.failureText,
  });

  return (
    <FormFrame
      form={form}
      onSubmit={form.onSubmit(({ newPassword }) => send({ ...verified, newPassword }))}
      actions={
        <>
          <Button type="submit" block pending={change.isPending} pendingLabel={copy.submitPending}>
            {copy.submit}
          </Button>
          <Button variant="secondary" block onClick={onBack}>
            {copy.back}
          </Button>
        </>
      }
    >
      <TextField
        label={copy.verifiedEmail}
        name="username"
        autoComplete="username"
        value={verified.email}
        readOnly
      />
      <NewPasswordFields
        fields={[form.field('newPassword'), form.field('confirmPassword')]}
        labels={[copy.newPassword, copy.confirmPassword]}
        hint={copy.newPasswordHint}
      />
    </FormFrame>
  );
}

/** The e-mail that /forgot-password passes on, so that it is not typed twice. */
function emailOf(state: unknown): string {
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : '';
}

/** The code behind the `#` of an invitation's link; browsers send it nowhere. */
const codeOf = (hash: string): string => /^#kode=(\d{6})$/u.exec(hash)?.[1] ?? '';

type Step = { at: 'code'; again: boolean } | { at: 'password'; email: string; otp: string } | { at: 'done' };

/** /reset-password: code, new password, done; going back forgets e-mail, code and passwords. */
export function ResetPasswordPage() {
  const { state, hash } = useLocation();
  const given = emailOf(state);
  const [invited] = useState(() => codeOf(hash));
  const [step, setStep] = useState<Step>({ at: 'code', again: false });

  if (step.at === 'done') {
    return (
      <PublicPage title={copy.title}>
        <Stack $gap={20}>
          <StepHeading>{copy.successTitle}</StepHeading>
          <Banner tone="success">
            {copy.successToastText}. {copy.successLead}
          </Banner>
          <LinkButton to="/auth" $block>
            {copy.loginNow}
          </LinkButton>
        </Stack>
      </PublicPage>
    );
  }

  return (
    <PublicPage
      title={copy.title}
      lead={step.at !== 'code' ? undefined : invited === '' ? copy.codeLead : copy.invitedLead}
      footer={
        <Footer>
          <p>
            {copy.noCode} <Link to="/forgot-password">{copy.newCode}</Link>
          </p>
          <p>
            {copy.remembered} <Link to="/auth">{copy.loginHere}</Link>
          </p>
          <Link to="/forgot-password">{copy.toForgot}</Link>
        </Footer>
      }
    >
      {step.at === 'code' ? (
        <Stack $gap={20}>
          <StepHeading takesFocus={step.again}>{copy.codeStep}</StepHeading>
          <CodeStep
            email={step.again ? '' : given}
            code={step.again ? '' : invited}
            onVerified={(verified) => setStep({ at: 'password', ...verified })}
          />
          {given !== '' && !step.again ? <ResendButton email={given} /> : null}
        </Stack>
      ) : (
        <Stack $gap={20}>
          <StepHeading>{copy.passwordStep}</StepHeading>
          <NewPasswordStep
            verified={{ email: step.email, otp: step.otp }}
            onDone={() => setStep({ at: 'done' })}
            onBack={() => setStep({ at: 'code', again: true })}
          />
        </Stack>
      )}
    </PublicPage>
  );
}
