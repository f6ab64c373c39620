import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { messageOf } from '@gerbang/web-kit/client';
import { useState } from 'react';
import { useCountdown } from '@gerbang/web-kit/countdown';
import { RESEND_AFTER, useRequestCode } from './password-resets.api.ts';
import { forgotCopy as copy } from './password-resets.copy.ts';

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
