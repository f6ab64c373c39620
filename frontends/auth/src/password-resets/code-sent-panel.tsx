import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Stack } from '@gerbang/ui/layout';
import { styled } from 'styled-components';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { forgotCopy as copy } from './password-resets.copy.ts';
import { ResendButton } from './resend-button.tsx';
import { StepHeading } from './step-heading.tsx';

const Steps = styled.ol`
  display: grid;
  gap: 12px;
  list-style: decimal;
  padding-inline-start: 24px;
`;

/** What follows after the request: check WhatsApp, copy the code, continue. */
export function CodeSentPanel({ email, onChange }: { email: string; onChange: () => void }) {
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
        <Button variant="ghost" block onClick={onChange}>
          {copy.change}
        </Button>
      </Stack>
    </Stack>
  );
}
