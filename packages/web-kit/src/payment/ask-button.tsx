import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { ApiError } from '@gerbang/web-kit/api/client';
import { failureText } from '@gerbang/web-kit/api/use-decision';
import { payCopy as copy } from './pay-online.copy.ts';
import type { OwnRequest } from './use-pay-request.ts';

/** Asks for a number or a code; a provider that is down leads to the transfer. */
export function AskButton({
  own: { made, error, making },
  label,
  onAsk,
  onTransfer,
}: {
  own: OwnRequest;
  label: string;
  onAsk: () => void;
  onTransfer: () => void;
}) {
  return (
    <>
      {error ? (
        <Banner tone="danger" role="alert">
          <Stack $gap={8} $items="start">
            {failureText(error, copy.failed)}
            {error instanceof ApiError && error.status === 503 ? (
              <Button small variant="secondary" onClick={onTransfer}>
                {copy.toTransfer}
              </Button>
            ) : null}
          </Stack>
        </Banner>
      ) : null}
      <Button pending={making} pendingLabel={copy.making} onClick={onAsk}>
        {label}
      </Button>
      {made ? <Quiet $small>{copy.replaces}</Quiet> : null}
    </>
  );
}
