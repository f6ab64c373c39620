import { sendVerification } from '@gerbang/contracts/emails';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Row } from '@gerbang/ui/layout';
import { call, messageOf } from '@gerbang/web-kit/api/client';
import { useMutation } from '@gerbang/web-kit/api/query-client';
import { useSession } from '@gerbang/web-kit/session/session';

/** Texts about an address that is not proved yet, the present or a wanted one. */
const copy = {
  unverified: 'Email belum diverifikasi.',
  pending: (email: string) =>
    `Email baru ${email} belum diverifikasi. Email lama berlaku sampai tautan di surat ke email baru dipakai.`,
  again: 'Kirim ulang',
  sending: 'Mengirim...',
  sent: (email: string) => `Surat dengan tautan verifikasi dikirim ke ${email}. Tautan berlaku 48 jam.`,
} as const;

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
