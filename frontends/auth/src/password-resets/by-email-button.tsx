import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { messageOf } from '@gerbang/web-kit/api/client';
import { useCountdown } from '@gerbang/web-kit/session/countdown';
import { useCodeByEmail } from '../emails/emails.api.ts';
import { byEmailCopy as copy } from './password-resets.copy.ts';

/** A message by WhatsApp has usually come by then. */
const OFFERED_AFTER = 30;

/** 'Tidak menerima WhatsApp? Kirim lewat email': offered once the message should have come. */
export function ByEmailButton({ email }: { email: string }) {
  const { left } = useCountdown(OFFERED_AFTER, true);
  const send = useCodeByEmail();
  if (left > 0) return null;
  if (send.isSuccess) {
    return (
      <Banner tone="success" role="status">
        {copy.sent}
      </Banner>
    );
  }
  return (
    <>
      <Button
        variant="secondary"
        block
        pending={send.isPending}
        pendingLabel={copy.pending}
        onClick={() => send.mutate(email)}
      >
        {copy.offer}
      </Button>
      {send.isError ? <Banner tone="danger">{messageOf(send.error)}</Banner> : null}
    </>
  );
}
