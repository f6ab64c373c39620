import type { Refund } from '@gerbang/contracts/refund-shapes';
import type { GivableMoney } from '@gerbang/contracts/refunds';
import { Dialog } from '@gerbang/ui/dialog';
import { MoneyField } from '@gerbang/ui/money-field';
import { TextArea } from '@gerbang/ui/text-area';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useState } from 'react';
import { AccountFields, useAccount } from './refund-account.tsx';
import { RefundForm } from './refund-form.tsx';
import { LinesFields, useLines } from './refund-lines.tsx';
import { useGivable, useRefundAct } from './refunds.api.ts';
import { actCopy as copy, panelCopy } from './refunds.copy.ts';

interface Props {
  readonly of: Refund;
  readonly onClose: () => void;
}

/** Changes figures, with a reason, or the account of a refund that is not approved yet. */
export function ChangeDialog(props: Props) {
  const { of, onClose } = props;
  // Nothing but its refund may say whose money that paid nothing is.
  const receipt = of.lines.find(({ kind }) => kind === 'unapplied');
  const read = useGivable({ registration_id: of.registration.id, unapplied_id: receipt?.target });
  return (
    <Dialog title={copy.editTitle} dismissable={false} onClose={onClose}>
      {read.data ? (
        <ChangeForm {...props} money={read.data} />
      ) : (
        <Loading of={read} lines={6} label={copy.loading} failed={copy.loadFailed} />
      )}
    </Dialog>
  );
}

function ChangeForm({ of, money, onClose }: Props & { money: GivableMoney }) {
  const given = of.lines.filter((line) => money.lines.every((one) => one.target !== line.target));
  const typed = useLines([...given.map((line) => ({ ...line, left: 0 })), ...money.lines], of.lines);
  const [deduct, setDeduct] = useState<number | null>(of.deduct);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const account = useAccount();
  const act = useRefundAct('change', of, { done: copy.edited, onClose });
  const less = deduct ?? 0;
  const figures = typed.changed || less !== of.deduct;
  const short = figures && reason.trim().length < 10;
  const tooMuch = less > 0 && less >= typed.sum;
  const onSend = () => {
    setAsked(true);
    if (typed.isWrong || short || tooMuch || Object.keys(account.problems).length > 0) return false;
    if (!figures && !account.typed) onClose();
    else
      act.send({
        ...(figures && { lines: typed.lines, deduct: less, reason: reason.trim() }),
        ...(account.typed && { account: account.account }),
      });
    return true;
  };
  return (
    <RefundForm
      save={copy.save}
      unsaved={figures || account.typed}
      act={act}
      onSend={onSend}
      onClose={onClose}
    >
      <LinesFields of={typed} deduct={less} asked={asked} issues={act.issues} />
      <MoneyField
        label={panelCopy.deduct}
        hint={copy.deductHint}
        optional
        value={deduct}
        error={asked && tooMuch ? copy.deductTooMuch : act.issues.deduct}
        onChange={setDeduct}
      />
      {figures ? (
        <TextArea
          label={copy.reason}
          hint={copy.figuresHint}
          maxLength={300}
          value={reason}
          error={asked && short ? copy.reasonRequired : act.issues.reason}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : null}
      <AccountFields of={account} present={of.account} asked={asked} issues={act.issues} />
    </RefundForm>
  );
}
