import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Stack } from '@gerbang/ui/layout';
import { PageHeader } from '@gerbang/ui/page-header';
import { messageOf } from '@gerbang/web-kit/api/client';
import { useCountdown } from '@gerbang/web-kit/session/countdown';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { RESEND_AFTER, useRequestCode } from './password-resets.api.ts';
import { forgotCopy as copy } from './password-resets.copy.ts';

/** A page before login: a title and one card in the middle. */
export function PublicPage({
  title,
  lead,
  children,
  footer,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <Stack $gap={24}>
      <PageHeader title={title} description={lead} />
      <Card as="div">{children}</Card>
      {footer}
    </Stack>
  );
}

/** Links below the card. */
export const Footer = styled.div`
  display: grid;
  justify-items: center;
  gap: 4px;
  text-align: center;
  a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
  }
`;

/** The heading of a step; takes the focus when an action leads to the step, since the button of that action is gone. */
export function StepHeading({ children, takesFocus = true }: { children: string; takesFocus?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <CardTitle ref={heading} tabIndex={-1}>
      {children}
    </CardTitle>
  );
}

/** Sends the code once more, a minute after the last one at the earliest. */
export function ResendButton({ email }: { email: string }) {
  const { left, start } = useCountdown(RESEND_AFTER, true);
  const [problem, setProblem] = useState<string | null>(null);
  const request = useRequestCode({ onSent: start, onFailed: (error) => setProblem(messageOf(error)) });
  return (
    <>
      <Button
        variant="ghost"
        block
        aria-disabled={left > 0}
        pending={request.isPending}
        pendingLabel={copy.pending}
        onClick={() => {
          if (left > 0) return;
          setProblem(null);
          request.mutate(email);
        }}
      >
        {left > 0 ? copy.resendIn(left) : copy.resend}
      </Button>
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
    </>
  );
}
