import type { OwnRefund } from '@gerbang/contracts/own-refunds';
import { Banner } from '@gerbang/ui/banner';
import { Dialog } from '@gerbang/ui/dialog';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { toast } from '@gerbang/web-kit/page/toast';
import { RefundAccountForm } from '@gerbang/web-kit/payment/refund-account-form.tsx';
import { useRefundAccount } from './own-refunds.api.ts';
import { accountCopy as copy, ownRefundsCopy } from './own-refunds.copy.ts';

/** Asks where a refund goes. */
export function AccountDialog({ of, onClose }: { of: OwnRefund; onClose: () => void }) {
  const save = useRefundAccount(of.id);
  return (
    <Dialog
      title={of.account === null ? ownRefundsCopy.fill : ownRefundsCopy.change}
      dismissable={false}
      onClose={onClose}
    >
      {of.status === 'approved' ? <Banner tone="attention">{copy.again}</Banner> : null}
      <RefundAccountForm
        known={of.account}
        onSend={(body, fail) => {
          if (save.isPending) return;
          save.mutate(body, {
            onSuccess: ({ status }) => {
              const isAsked = of.status === 'approved' && status === 'requested';
              const [title, text] = isAsked ? copy.asked : copy.saved;
              toast(title, text);
              onClose();
            },
            onError: fail,
          });
        }}
        actions={<FormActions label={copy.save} pending={save.isPending} onCancel={onClose} />}
      />
    </Dialog>
  );
}
