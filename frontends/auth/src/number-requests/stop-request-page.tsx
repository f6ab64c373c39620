import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Stack } from '@gerbang/ui/layout';
import { messageOf } from '@gerbang/web-kit/client';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { useLocation } from '@gerbang/web-kit/router';
import { PublicPage, StepHeading } from '../password-resets/public-page.tsx';
import { useStop } from './number-requests.api.ts';
import { stopCopy as copy } from './number-requests.copy.ts';

/** The question before a move is stopped: opening the link alone stops nothing, because programs open links too. */
function Question({ token }: { token: string }) {
  const stop = useStop();
  if (stop.data) {
    return (
      <Stack $gap={20}>
        <StepHeading>{copy.doneTitle}</StepHeading>
        <Banner tone="success" role="status">
          {stop.data.message}
        </Banner>
        <p>{copy.next}</p>
        <LinkButton to="/forgot-password" $block>
          {copy.password}
        </LinkButton>
      </Stack>
    );
  }
  return (
    <Stack $gap={20}>
      <p>{copy.text}</p>
      <p>{copy.keep}</p>
      {stop.isError ? (
        <Banner tone="danger" role="alert">
          {messageOf(stop.error)}
        </Banner>
      ) : null}
      <Button
        variant="danger"
        block
        pending={stop.isPending}
        pendingLabel={copy.pending}
        onClick={() => stop.mutate(token)}
      >
        {copy.stop}
      </Button>
    </Stack>
  );
}

/** /number-requests/stop: the old number stops the move to another one; the token stands behind the `#`. */
export function StopRequestPage() {
  const token = useLocation().hash.slice(1);
  return (
    <PublicPage title={copy.title} lead={copy.lead}>
      {token === '' ? (
        <Stack $gap={20}>
          <Banner tone="danger">{copy.incomplete}</Banner>
          <LinkButton to="/" $variant="secondary" $block>
            {copy.home}
          </LinkButton>
        </Stack>
      ) : (
        <Question token={token} />
      )}
    </PublicPage>
  );
}
