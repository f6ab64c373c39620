import { Banner, Alert } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Stack } from '@gerbang/ui/layout';
import { messageOf } from '@gerbang/web-kit/api/client';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { useLocation } from '@gerbang/web-kit/page/router';
import { PublicPage, StepHeading } from '../password-resets/public-page.tsx';
import { useVerifyEmail } from './emails.api.ts';
import { verifyCopy as copy } from './emails.copy.ts';

const Home = () => (
  <LinkButton to="/" $variant="secondary" $block>
    {copy.home}
  </LinkButton>
);

/** The button; opening the link alone proves nothing, because scanners of mail open links too. */
function Question({ verify, token }: { verify: ReturnType<typeof useVerifyEmail>; token: string }) {
  return (
    <Stack $gap={20}>
      <p>{copy.text}</p>
      <Alert>{verify.isError && messageOf(verify.error)}</Alert>
      <Button
        block
        pending={verify.isPending}
        pendingLabel={copy.pending}
        onClick={() => verify.mutate(token)}
      >
        {copy.verify}
      </Button>
    </Stack>
  );
}

/** /email/verify: the link of a letter; its token stands behind the `#`, which browsers keep to themselves. */
export function VerifyEmailPage() {
  const token = useLocation().hash.slice(1);
  const verify = useVerifyEmail();
  return (
    <PublicPage title={copy.title} lead={verify.data ? undefined : copy.lead}>
      {token === '' ? (
        <Stack $gap={20}>
          <Banner tone="danger">{copy.incomplete}</Banner>
          <Home />
        </Stack>
      ) : verify.data ? (
        <Stack $gap={20}>
          <StepHeading>{copy.doneTitle}</StepHeading>
          <Banner tone="success">{verify.data.message}</Banner>
          <Home />
        </Stack>
      ) : (
        <Question verify={verify} token={token} />
      )}
    </PublicPage>
  );
}
