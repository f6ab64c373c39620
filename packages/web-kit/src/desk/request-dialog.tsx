import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { SummaryList, type SummaryRow } from '@gerbang/ui/summary-list';
import { type ReactNode, useState } from 'react';
import { ReasonDialog } from './reason-dialog.tsx';

type Text =
  | 'title'
  | 'close'
  | 'approve'
  | 'approveTitle'
  | 'refuse'
  | 'refuseTitle'
  | 'refuseReason'
  | 'refuseHint'
  | 'refuseRequired'
  | 'pending';

/** A request of a person; while it can be decided, both decisions, each confirmed by a second question. */
export function RequestDialog({
  copy,
  status,
  rows,
  above,
  below,
  decides,
  erases = false,
  question,
  reasonMax,
  pending,
  onApprove,
  onRefuse,
  onClose,
}: {
  copy: Readonly<Record<Text, string>>;
  status: ReactNode;
  rows: readonly SummaryRow[];
  /** What is to be known before and after the facts. */
  above?: ReactNode;
  below?: ReactNode;
  decides: boolean;
  /** Whether an approval takes something away for good. */
  erases?: boolean;
  /** What is asked before it is approved. */
  question: ReactNode;
  reasonMax: number;
  pending: boolean;
  onApprove: () => void;
  onRefuse: (reason: string) => void;
  onClose: () => void;
}) {
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null);
  const shared = { pending, pendingLabel: copy.pending };
  if (asked === 'approve') {
    return (
      <AlertDialog
        {...shared}
        title={copy.approveTitle}
        confirmLabel={copy.approve}
        onConfirm={onApprove}
        onCancel={() => setAsked(null)}
      >
        {question}
      </AlertDialog>
    );
  }
  if (asked === 'refuse') {
    return (
      <ReasonDialog
        {...shared}
        title={copy.refuseTitle}
        label={copy.refuseReason}
        hint={copy.refuseHint}
        required={copy.refuseRequired}
        action={copy.refuse}
        maxLength={reasonMax}
        onSend={onRefuse}
        onClose={() => setAsked(null)}
      />
    );
  }
  return (
    <Dialog title={copy.title} onClose={onClose}>
      <div>{status}</div>
      {above}
      <SummaryList rows={rows} />
      {below}
      <DialogActions>
        <Button variant="secondary" onClick={decides ? () => setAsked('refuse') : onClose}>
          {decides ? copy.refuse : copy.close}
        </Button>
        {decides ? (
          <Button variant={erases ? 'danger' : 'primary'} onClick={() => setAsked('approve')}>
            {copy.approve}
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}
