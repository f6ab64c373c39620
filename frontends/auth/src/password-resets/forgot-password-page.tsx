import { useCodeByEmail } from '../emails/emails.api.ts';
import { useCountdown } from '@gerbang/web-kit/session/countdown';
import { messageOf } from '@gerbang/web-kit/api/client';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Stack } from '@gerbang/ui/layout';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { z } from '@gerbang/web-kit/forms/form';
import { Link } from '@gerbang/web-kit/page/router';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useRequestCode } from './password-resets.api.ts';
import { byEmailCopy, forgotCopy as copy } from './password-resets.copy.ts';
import { Footer, PublicPage, ResendButton, StepHeading } from './public-page.tsx';
import { EmailField } from '../forms/fields.tsx';
import { emailOrPhoneRule } from '../forms/rules.ts';

const Steps = styled.ol`
  display: grid;
  gap: 12px;
  list-style: decimal;
  padding-inline-start: 24px;
`;

/** A message by WhatsApp has usually come by then. */
const OFFERED_AFTER = 30;

/** 'Tidak menerima WhatsApp? Kirim lewat email': offered once the message should have come. */
function ByEmailButton({ email }: { email: string }) {
  const { left } = useCountdown(OFFERED_AFTER, true);
  const send = useCodeByEmail();
  if (left > 0) return null;
  if (send.isSuccess) {
    return (
      <Banner tone="success" role="status">
        {byEmailCopy.sent}
      </Banner>
    );
  }
  return (
    <>
      <Button
        variant="secondary"
        block
        pending={send.isPending}
        pendingLabel={byEmailCopy.pending}
        onClick={() => send.mutate(email)}
      >
        {byEmailCopy.offer}
      </Button>
      {send.isError ? <Banner tone="danger">{messageOf(send.error)}</Banner> : null}
    </>
  );
}

/** What follows after the request: check WhatsApp, copy the code, continue. */
function CodeSentPanel({
  email,
  byEmail,
  onChange,
}: {
  email: string;
  byEmail: boolean;
  onChange: () => void;
}) {
  return (
    <Stack $gap={20}>
      <StepHeading>{copy.sentTitle}</StepHeading>
      <Banner tone="success">
        {copy.successText}. <strong>{email}</strong>
      </Banner>
      <p>{copy.stepsTitle}:</p>
      <Steps>
        {copy.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Steps>
      <Stack $gap={8}>
        <LinkButton to="/reset-password" state={{ email }} $block>
          {copy.next}
        </LinkButton>
        <ResendButton email={email} />
        {byEmail ? <ByEmailButton email={email} /> : null}
        <Button variant="ghost" block onClick={onChange}>
          {copy.change}
        </Button>
      </Stack>
    </Stack>
  );
}

const forgotSchema = z.object({ email: emailOrPhoneRule('Email tidak valid') });

const EMPTY = { email: '' };

function ForgotForm({ onSent }: { onSent: (email: string, byEmail: boolean) => void }) {
  const form = useTextForm(forgotSchema, EMPTY);
  const request = useRequestCode({ onSent, onFailed: form.fail });
  return (
    <FormFrame
      form={form}
      onSubmit={form.onSubmit(({ email }) => {
        if (!request.isPending) request.mutate(email);
      })}
      actions={
        <Button type="submit" block pending={request.isPending} pendingLabel={copy.pending}>
          {copy.submit}
        </Button>
      }
    >
      <EmailField {...form.field('email')} label={copy.email} hint={copy.emailHint} type="text" />
    </FormFrame>
  );
}

/** /forgot-password: ask for a code, then what to do with it. */
export function ForgotPasswordPage() {
  const [sent, setSent] = useState<{ email: string; byEmail: boolean } | null>(null);
  return (
    <PublicPage
      title={copy.title}
      lead={sent === null ? copy.lead : undefined}
      footer={
        <Footer>
          <Link to="/auth">{copy.back}</Link>
        </Footer>
      }
    >
      {sent === null ? (
        <ForgotForm onSent={(email, byEmail) => setSent({ email, byEmail })} />
      ) : (
        <CodeSentPanel {...sent} onChange={() => setSent(null)} />
      )}
    </PublicPage>
  );
}
