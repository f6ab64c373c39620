import { sendVerification } from '@gerbang/contracts/emails';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Row } from '@gerbang/ui/layout';
import { call, messageOf } from '@gerbang/web-kit/api/client';
import { useMutation } from '@gerbang/web-kit/api/query-client';
import { useSession } from '@gerbang/web-kit/session/session';
import { emailCopy as copy } from '@gerbang/web-kit/session/email.copy';

/**
 * 'Email belum diverifikasi · Kirim ulang', of the wanted address where there is one: nothing where all is proved or the
 * portal sends no letters.
 */
export function UnverifiedEmail() {
  const { user } = useSession();
  const send = useMutation({ mutationFn: () => call(sendVerification, {}) });
  if (user?.email_verified === undefined) return null;
  const { email, email_verified, pending_email: wanted } = user;
  if (wanted === undefined && (email_verified || email.endsWith('.invalid'))) return null;
  const unproved = wanted === undefined ? copy.unverified : copy.pending(wanted);
  return (
    <Banner tone={send.isError ? 'danger' : send.isSuccess ? 'success' : 'attention'}>
      <Row $gap={12}>
        <span role="status">
          {send.isError ? messageOf(send.error) : send.isSuccess ? copy.sent(wanted ?? email) : unproved}
        </span>
        {send.isSuccess ? null : (
          <Button
            variant="ghost"
            pending={send.isPending}
            pendingLabel={copy.sending}
            onClick={() => send.mutate()}
          >
            {copy.again}
          </Button>
        )}
      </Row>
    </Banner>
  );
}
