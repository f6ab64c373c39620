import type { Refund } from '@gerbang/contracts/refund-shapes';
import { Dialog, DialogClose } from '@gerbang/ui/dialog';
import { RadioGroup } from '@gerbang/ui/radio-group';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useId, useState } from 'react';
import { RefundForm } from './refund-form.tsx';
import { useGivable, useRefundAct } from './refunds.api.ts';
import { actCopy as copy } from './refunds.copy.ts';

/** Pays an invoice of the same family with an approved refund of money that paid nothing. */
export function MoveDialog({ of, onClose }: { of: Refund; onClose: () => void }) {
  const name = useId();
  const [chosen, setChosen] = useState('');
  const [asked, setAsked] = useState(false);
  const read = useGivable({ registration_id: of.registration.id });
  const act = useRefundAct('move', of, { done: copy.moved, onClose });
  const options = read.data?.invoices.flatMap(({ id, number, child_name, remaining }) =>
    remaining < of.total
      ? []
      : [{ value: id, label: `${child_name} · ${number}, ${copy.owed(formatRupiah(remaining))}` }],
  );
  const onSend = () => {
    setAsked(true);
    if (chosen === '') return false;
    act.send({ invoice_id: chosen });
    return true;
  };
  return (
    <Dialog title={copy.move} dismissable={false} onClose={onClose}>
      {!options ? (
        <Loading of={read} lines={4} label={copy.loading} failed={copy.loadFailed} />
      ) : options.length === 0 ? (
        <>
          <p>{copy.noInvoice}</p>
          <DialogClose onClose={onClose} />
        </>
      ) : (
        <RefundForm
          lead={copy.moveText(formatRupiah(of.total))}
          save={copy.move}
          unsaved={chosen !== ''}
          act={act}
          onSend={onSend}
          onClose={onClose}
        >
          <RadioGroup
            label={copy.invoice}
            name={name}
            value={chosen}
            options={options}
            error={asked && chosen === '' ? copy.invoiceRequired : undefined}
            onChange={({ target }) => setChosen(target.value)}
          />
        </RefundForm>
      )}
    </Dialog>
  );
}
