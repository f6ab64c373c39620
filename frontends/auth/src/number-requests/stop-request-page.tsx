import { Banner, Alert } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Stack } from '@gerbang/ui/layout';
import { messageOf } from '@gerbang/web-kit/api/client';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { useLocation } from '@gerbang/web-kit/page/router';
import { PublicPage, StepHeading } from '../password-resets/public-page.tsx';
import { useStop } from './number-requests.api.ts';
import { stopCopy as copy } from './number-requests.copy.ts';

/** The link lost its end on the way. */
function Incomplete() {
  return (
    <Stack $gap={20}>
      <Banner tone="danger">{copy.incomplete}</Banner>
      <LinkButton to="/" $variant="secondary" $block>
        {copy.home}
      </LinkButton>
    </Stack>
  );
}

/** The question before a move is stopped: opening the link alone stops nothing, because programs open links too. */
function Question({ stop, onStop }: { stop: ReturnType<typeof useStop>; onStop: () => void }) {
  return (
    <Stack $gap={20}>
      <p>{copy.text}</p>
      <p>{copy.keep}</p>
      <Alert>{stop.isError && messageOf(stop.error)}</Alert>
      <Button variant="danger" block pending={stop.isPending} pendingLabel={copy.pending} onClick={onStop}>
        {copy.stop}
      </Button>
    </Stack>
  );
}

function Stopped({ message }: { message: string }) {
  return (
    <Stack $gap={20}>
      <StepHeading>{copy.doneTitle}</StepHeading>
      <Banner tone="success">{message}</Banner>
      <p>{copy.next}</p>
      <LinkButton to="/forgot-password" $block>
        {copy.password}
      </LinkButton>
    </Stack>
  );
}

/** /number-requests/stop: the old number stops the move to another one; the token stands behind the `#`. */
export function StopRequestPage() {
  const token = useLocation().hash.slice(1);
  const stop = useStop();
  return (
    <PublicPage title={copy.title} lead={stop.data ? undefined : copy.lead}>
      {token === '' ? (
        <Incomplete />
      ) : stop.data ? (
        <Stopped message={stop.data.message} />
      ) : (
        <Question stop={stop} onStop={() => stop.mutate(token)} />
      )}
    </PublicPage>
  );
}
