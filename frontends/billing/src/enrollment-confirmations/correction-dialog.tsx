import { type Confirmation, reopenConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import { voidScheme } from '@gerbang/contracts/scheme-changes';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { changeOf } from '@gerbang/web-kit/api/records';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { refreshBilling } from '../billing.api.ts';
import { Follows } from '../payment-reversals/follows.tsx';
import { detailCopy as copy } from './detail.copy.ts';

const TEXTS = {
  reopen: { title: copy.reopen, done: copy.reopened, variant: 'primary' },
  void: { title: copy.voidScheme, lead: copy.voidLead, done: copy.voided, variant: 'danger' },
} as const;

const reopen = changeOf(reopenConfirmation);

/** Takes a decline back, or cancels the scheme of a confirmation, with a reason that the family reads. */
export function CorrectionDialog({
  confirmation,
  action,
  onClose,
}: {
  confirmation: Confirmation;
  action: keyof typeof TEXTS;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const keyOf = useRepeatKey();
  const { done, ...texts } = TEXTS[action];
  const change = useMutation({
    mutationFn: (reason: string) =>
      action === 'reopen'
        ? reopen({ of: confirmation, body: { reason } })
        : call(voidScheme, {
            params: { id: confirmation.scheme_id ?? '' },
            headers: { 'idempotency-key': keyOf([confirmation.scheme_id, reason]) },
            body: { reason },
          }),
    onSettled: () => refreshBilling(client),
  });
  const { send, pending } = useDecision(change, {
    done: [copy.success, done],
    failed: copy.changeFailed,
    failureText: (error) => refusalText(error, copy.changeFailed),
    onClose,
  });
  return (
    <ReasonDialog
      {...texts}
      action={texts.title}
      hint={copy.reasonHint}
      label={copy.reason}
      required={copy.reasonRequired}
      minLength={10}
      maxLength={300}
      pending={pending}
      onSend={send}
      onClose={onClose}
    >
      <Follows of={copy.follows[action]} />
    </ReasonDialog>
  );
}
