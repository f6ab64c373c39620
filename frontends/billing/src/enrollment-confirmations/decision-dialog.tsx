import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { SummaryList } from '@gerbang/ui/summary-list';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { markOfConfirmation } from '../child-mark.ts';
import { copy } from './staff-enrollment.copy.ts';
import { useDecideConfirmation } from './staff-enrollment.api.ts';

const levelOf = ({ registration: { jenjang, kelas } }: Confirmation) =>
  kelas === null || kelas === jenjang ? levelLabel(jenjang) : `${levelLabel(jenjang)} ${kelas}`;

function contributionOf(confirmation: Confirmation): string {
  if (confirmation.contribution_type === 'goods') return confirmation.contribution_description ?? '-';
  return confirmation.contribution_amount > 0
    ? formatRupiah(confirmation.contribution_amount)
    : copy.noContribution;
}

/** Processes or declines a confirmation, each after a question. */
export function DecisionDialog({
  confirmation,
  action,
  onClose,
}: {
  confirmation: Confirmation;
  action: 'processed' | 'declined';
  onClose: () => void;
}) {
  const child = `${confirmation.child.full_name} (${markOfConfirmation(confirmation)})`;
  const { send: decide, pending } = useDecision(useDecideConfirmation(), {
    done: [copy.success, copy.updated],
    failed: copy.failed,
    failureText: (error) => refusalText(error, copy.failedText),
    onClose,
  });
  const send = (reason?: string) =>
    decide({ of: confirmation, body: { status: action, ...(reason === undefined ? {} : { reason }) } });
  if (action === 'declined') {
    return (
      <ReasonDialog
        title={copy.declineTitle}
        hint={copy.declineText(child)}
        label={copy.reason}
        required={copy.reasonRequired}
        action={copy.decline}
        pending={pending}
        onSend={send}
        onClose={onClose}
      />
    );
  }
  return (
    <AlertDialog
      destructive={false}
      title={copy.processTitle}
      confirmLabel={copy.process}
      pendingLabel={copy.pending}
      pending={pending}
      onConfirm={() => send()}
      onCancel={onClose}
    >
      <p>{copy.processText(child, levelOf(confirmation))}</p>
      <SummaryList
        rows={[
          { label: copy.preference, value: copy.preferences[confirmation.payment_preference] },
          { label: copy.contribution, value: contributionOf(confirmation) },
          { label: copy.notes, value: confirmation.additional_notes },
        ]}
      />
    </AlertDialog>
  );
}
