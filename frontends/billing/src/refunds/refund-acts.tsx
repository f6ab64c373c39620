import type { Refund } from '@gerbang/contracts/refund-shapes';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Alert } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Quiet } from '@gerbang/ui/layout';
import { DeskFoot } from '@gerbang/web-kit/desk/desk-foot.tsx';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useState } from 'react';
import { ChangeDialog } from './refund-change-dialog.tsx';
import { MoveDialog } from './refund-move-dialog.tsx';
import { TransferDialog } from './refund-transfer-dialog.tsx';
import { useRefundAct } from './refunds.api.ts';
import { actCopy as copy, panelCopy } from './refunds.copy.ts';

type Act = 'cancel' | 'edit' | 'request' | 'decline' | 'approve' | 'move' | 'pay';
const PRIMARY: readonly Act[] = ['request', 'approve', 'pay'];

/** What the caller may do with a refund by its state, the way on last. */
function useActs({ status, own, lines }: Refund): Act[] {
  const [writes, approves, handles] = [
    useCan('refunds.write'),
    useCan('refunds.approve'),
    useCan('refunds.handle'),
  ];
  const open = status === 'draft' || status === 'requested';
  const second = approves && !own;
  const may: Readonly<Record<Act, boolean>> = {
    cancel: open ? handles : status === 'approved' && second,
    edit: open && writes,
    request: status === 'draft' && writes,
    decline: status === 'requested' && approves,
    approve: status === 'requested' && second,
    // Only money that paid nothing can pay something else.
    move: status === 'approved' && writes && lines.every(({ kind }) => kind === 'unapplied'),
    pay: status === 'approved' && writes,
  };
  return (Object.keys(may) as Act[]).filter((act) => may[act]);
}

/** The buttons of a refund and the dialog that one of them opened. */
export function RefundActs({ of }: { of: Refund }) {
  const acts = useActs(of);
  const approves = useCan('refunds.approve');
  const [asked, setAsked] = useState<Act | null>(null);
  const close = () => setAsked(null);
  const note =
    of.status === 'requested' && approves && of.own
      ? panelCopy.approveByOther
      : of.status === 'approved' && !acts.includes('cancel') && acts.length > 0
        ? panelCopy.cancelByOther
        : null;
  if (acts.length === 0 && note === null) return null;
  return (
    <>
      {note === null ? null : <Quiet $small>{note}</Quiet>}
      <DeskFoot>
        {acts.map((act) => (
          <Button
            key={act}
            variant={PRIMARY.includes(act) ? 'primary' : 'secondary'}
            onClick={() => setAsked(act)}
          >
            {copy[act]}
          </Button>
        ))}
      </DeskFoot>
      {asked === 'edit' ? <ChangeDialog of={of} onClose={close} /> : null}
      {asked === 'pay' ? <TransferDialog of={of} onClose={close} /> : null}
      {asked === 'move' ? <MoveDialog of={of} onClose={close} /> : null}
      {asked === 'request' || asked === 'approve' ? <Question act={asked} of={of} onClose={close} /> : null}
      {asked === 'decline' || asked === 'cancel' ? <End act={asked} of={of} onClose={close} /> : null}
    </>
  );
}

function Question({ act, of, onClose }: { act: 'request' | 'approve'; of: Refund; onClose: () => void }) {
  const isApproval = act === 'approve';
  const { send, pending, refusal } = useRefundAct(act, of, {
    done: isApproval ? copy.approved : copy.requested,
    onClose,
  });
  return (
    <AlertDialog
      destructive={false}
      title={isApproval ? copy.approveTitle : copy.requestTitle}
      confirmLabel={copy[act]}
      pending={pending}
      pendingLabel={copy.pending}
      onConfirm={() => send({})}
      onCancel={onClose}
    >
      <p>
        <strong>
          {formatRupiah(of.total)} · {of.registration.child_name}
        </strong>
      </p>
      <p>{isApproval ? copy.approveText : copy.requestText}</p>
      <Alert>{refusal}</Alert>
    </AlertDialog>
  );
}

function End({ act, of, onClose }: { act: 'decline' | 'cancel'; of: Refund; onClose: () => void }) {
  const declines = act === 'decline';
  const { send, pending, refusal } = useRefundAct(act, of, {
    done: declines ? copy.declined : copy.cancelled,
    onClose,
  });
  return (
    <ReasonDialog
      title={declines ? copy.declineTitle : copy.cancelTitle}
      hint={declines ? copy.declineHint : copy.cancelHint}
      label={copy.reason}
      required={copy.reasonRequired}
      action={copy[act]}
      minLength={10}
      maxLength={300}
      pending={pending}
      onSend={(reason) => send({ reason })}
      onClose={onClose}
    >
      <Alert>{refusal}</Alert>
    </ReasonDialog>
  );
}
