import type { StaffInvoice } from '@gerbang/contracts/invoices';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { BulkNames, BulkProgress } from '@gerbang/web-kit/lists/bulk-progress.tsx';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useQueryClient } from '@gerbang/web-kit/api/query-client';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { useBulk } from '@gerbang/web-kit/lists/use-bulk';
import type { Selection } from '@gerbang/web-kit/lists/use-selection';
import { refreshBilling } from '../billing.api.ts';
import { verifyCall } from '../invoice-payments/invoice-payments.api.ts';
import { bulkVerifyCopy as copy, dialogCopy } from './staff-invoices.copy.ts';

/** A payment that waits, with its invoice; the invoice's id, by which it is ticked. */
const waitingOf = ({ id, child_name, invoice_number, waiting_payment: payment }: StaffInvoice) =>
  payment === null ? [] : [{ id, name: `${child_name} · ${invoice_number}`, payment }];
type Waiting = ReturnType<typeof waitingOf>[number];

/** Verifies the payments that wait among the ticked invoices, one after the other, and lists the failures. */
export function BulkVerifyDialog({
  selection,
  onClose,
}: {
  selection: Selection<StaffInvoice>;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const bulk = useBulk<Waiting>(selection, {
    refusal: (error) => refusalText(error, dialogCopy.verifyFailed),
    refresh: () => refreshBilling(client),
  });
  const waiting = selection.rows.flatMap(waitingOf);
  const left = selection.rows.length - waiting.length;
  const sum = waiting.reduce((total, { payment }) => total + payment.amount_paid, 0);
  const start = () =>
    void bulk.run(waiting, ({ payment }) => verifyCall({ of: payment, body: { action: 'verify' } }));
  return (
    <Dialog
      title={copy.title(bulk.state?.total ?? waiting.length)}
      dismissable={false}
      onClose={bulk.state?.running ? bulk.stop : onClose}
    >
      {bulk.state ? (
        <BulkProgress state={bulk.state} nameOf={({ name }) => name} onStop={bulk.stop} onClose={onClose} />
      ) : waiting.length === 0 ? (
        <>
          <Banner tone="attention">{copy.none}</Banner>
          <DialogActions>
            <Button onClick={onClose}>{copy.close}</Button>
          </DialogActions>
        </>
      ) : (
        <>
          <p>{copy.text(formatRupiah(sum))}</p>
          <BulkNames>
            {waiting.map(({ id, name, payment }) => (
              <li key={id}>
                {name} · {formatRupiah(payment.amount_paid)}
              </li>
            ))}
          </BulkNames>
          {left > 0 ? <p>{copy.left(left)}</p> : null}
          <FormActions label={copy.start} onCancel={onClose} onClick={start} />
        </>
      )}
    </Dialog>
  );
}
