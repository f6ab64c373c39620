import { closePayRequest, type PayRequestRow } from '@gerbang/contracts/pay-requests';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation } from '@gerbang/web-kit/api/query-client';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { closeCopy as copy } from './pay-requests.copy.ts';

/** Closes the review of a request of which the school has no money. */
export function CloseDialog({
  row,
  onDone,
  onClose,
}: {
  row: PayRequestRow;
  onDone: () => void;
  onClose: () => void;
}) {
  const close = useMutation({
    mutationFn: (reason: string) =>
      call(closePayRequest, { params: { id: row.id }, body: { version: row.version, reason } }),
    onSettled: onDone,
  });
  const { send } = useDecision(close, {
    done: () => [copy.success, copy.closed(row.number)],
    failed: copy.failed,
    onClose,
  });
  return (
    <ReasonDialog
      title={copy.title}
      lead={copy.lead(row.number)}
      label={copy.reason}
      hint={copy.hint}
      required={copy.required}
      action={copy.action}
      minLength={5}
      maxLength={300}
      pending={close.isPending}
      onSend={send}
      onClose={onClose}
    />
  );
}
