import { WITHDRAWAL_REASONS } from '@gerbang/domain/withdrawals';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { formatDateLong, formatRupiah } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Suspense, useState } from 'react';
import { useObjection, useWithdrawal } from './withdrawals.api.ts';
import { leftCopy as copy } from './withdrawals.copy.ts';

const ReasonDialog = lazyPart(() =>
  import('@gerbang/web-kit/desk/reason-dialog.tsx').then((file) => file.ReasonDialog),
);
const RequestPart = lazyPart(() => import('./request-part.tsx').then((file) => file.RequestPart));

/** How a registration was taken back, and the way to say that it was not the family's wish; or how its request stands. */
export function LeftPart({ registrationId }: { registrationId: string }) {
  const { data } = useWithdrawal(registrationId);
  const [asked, setAsked] = useState(false);
  const { send, pending } = useDecision(useObjection(registrationId), {
    done: copy.sent,
    failed: copy.sendFailed,
    onClose: () => setAsked(false),
    onFailure: () => {},
  });
  const left = data?.present;
  if (!left) return null;
  if (left.status !== 'done') {
    return (
      <Suspense fallback={null}>
        <RequestPart registrationId={registrationId} of={left} />
      </Suspense>
    );
  }
  const words = left.asked_by === 'staff' ? copy.byStaff : copy.byFamily;
  const { lines, total } = left.refundable;
  return (
    <Banner tone="info">
      <strong>{copy.title}</strong>
      <p>{words(formatDateLong(left.created_at), WITHDRAWAL_REASONS[left.reason_code])}</p>
      {lines.length === 0 ? null : <p>{total > 0 ? copy.back(formatRupiah(total)) : copy.none}</p>}
      {total > 0 ? <Link to="/tagihan">{copy.toRefund}</Link> : null}
      {left.objected_at === null ? null : <p>{copy.objected(formatDateLong(left.objected_at))}</p>}
      {left.may_object ? (
        <Button small variant="secondary" onClick={() => setAsked(true)}>
          {copy.object}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {asked ? (
          <ReasonDialog
            title={copy.objectTitle}
            hint={copy.objectHint}
            label={copy.text}
            required={copy.required}
            action={copy.send}
            variant="primary"
            maxLength={500}
            pending={pending}
            onSend={send}
            onClose={() => setAsked(false)}
          />
        ) : null}
      </Suspense>
    </Banner>
  );
}
