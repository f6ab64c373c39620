import type { Withdrawal } from '@gerbang/contracts/withdrawals';
import { WITHDRAWAL_REASONS } from '@gerbang/domain/withdrawals';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { formatDateLong } from '@gerbang/web-kit/page/format';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Suspense, useState } from 'react';
import { useCancelRequest } from './withdrawals.api.ts';
import { requestCopy as copy } from './withdrawals.copy.ts';

const AlertDialog = lazyPart(() => import('@gerbang/ui/alert-dialog').then((file) => file.AlertDialog));

/** A family's request to leave: while it waits with the way to take it back, else with the school's refusal. */
export function RequestPart({ registrationId, of }: { registrationId: string; of: Withdrawal }) {
  const [asked, setAsked] = useState(false);
  const { send, pending } = useDecision(useCancelRequest(registrationId), {
    done: copy.cancelled,
    failed: copy.failed,
    onClose: () => setAsked(false),
  });
  const waits = of.status === 'requested';
  const words = of.asked_by === 'staff' ? copy.byStaff : copy.byFamily;
  return (
    <Banner tone={waits ? 'info' : 'attention'}>
      <strong>{copy.title[waits ? 'requested' : 'refused']}</strong>
      <p>{words(formatDateLong(of.created_at), WITHDRAWAL_REASONS[of.reason_code])}</p>
      {of.decided_at === null ? (
        <p>{copy.waits}</p>
      ) : (
        <p>{copy.answer(formatDateLong(of.decided_at), of.decided_reason ?? '')}</p>
      )}
      {waits ? (
        <Button small variant="secondary" onClick={() => setAsked(true)}>
          {copy.cancel}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {asked ? (
          <AlertDialog
            title={copy.cancelTitle}
            confirmLabel={copy.cancel}
            cancelLabel={copy.keep}
            destructive={false}
            pending={pending}
            pendingLabel={copy.cancelling}
            onConfirm={() => send()}
            onCancel={() => setAsked(false)}
          >
            {copy.cancelText}
          </AlertDialog>
        ) : null}
      </Suspense>
    </Banner>
  );
}
