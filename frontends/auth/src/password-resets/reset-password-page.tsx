import { Banner } from '@gerbang/ui/banner';
import { Stack } from '@gerbang/ui/layout';
import { Link, useLocation } from '@gerbang/web-kit/router';
import { useState } from 'react';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { Footer, PublicPage, StepHeading, ResendButton } from './public-page.tsx';
import { CodeStep, NewPasswordStep } from './reset-steps.tsx';
import { resetCopy as copy } from './password-resets.copy.ts';

/** The e-mail that /forgot-password passes on, so that it is not typed twice. */
function emailOf(state: unknown): string {
  return typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : '';
}

type Step = { at: 'code'; again: boolean } | { at: 'password'; email: string; otp: string } | { at: 'done' };

/** /reset-password: code, new password, done; going back forgets e-mail, code and passwords. */
export function ResetPasswordPage() {
  const given = emailOf(useLocation().state);
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
      lead={step.at === 'code' ? copy.codeLead : undefined}
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
