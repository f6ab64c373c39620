import type { StaffWithdrawal } from '@gerbang/contracts/withdrawals';
import { DECISION_MAX, DECISION_MIN } from '@gerbang/domain/withdrawals';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { useDecide } from './staff-withdrawals.api.ts';
import { detailCopy as copy } from './staff-withdrawals.copy.ts';

/** Asks why the school agrees to a request or refuses it; the family reads the reason. */
export function DecideDialog({
  of,
  decision,
  onClose,
}: {
  of: StaffWithdrawal;
  decision: 'done' | 'refused';
  onClose: (done: boolean) => void;
}) {
  const { send, pending } = useDecision(useDecide(), {
    done: copy.decided,
    failed: copy.failed,
    onClose,
    onConflict: () => onClose(false),
    onFailure: () => {},
  });
  return (
    <ReasonDialog
      title={copy.decideTitle[decision]}
      lead={copy.lead[decision]}
      hint={copy.whyHint}
      label={copy.why}
      required={copy.whyRequired}
      action={copy.decide[decision]}
      variant={decision === 'done' ? 'danger' : 'primary'}
      minLength={DECISION_MIN}
      maxLength={DECISION_MAX}
      pending={pending}
      pendingLabel={copy.saving}
      onSend={(reason) => send({ of, body: { decision, reason, version: of.version } })}
      onClose={() => onClose(false)}
    />
  );
}
