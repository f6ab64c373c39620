import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { hasResult } from '@gerbang/domain/registration-stages';
import { Quiet } from '@gerbang/ui/layout';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { reverseFeeCopy as copy } from '../staff-registrations/registration-detail.copy.ts';
import { useReverseFee } from '../staff-registrations/staff-registrations.api.ts';

const REASON_MIN = 10;

/** Takes a verified fee back: it is owed again, and the stage stays. */
export function ReverseFeeDialog({
  registration: of,
  onClose,
}: {
  registration: StaffRegistration;
  onClose: () => void;
}) {
  const keyOf = useRepeatKey();
  const { send, pending } = useDecision(useReverseFee(), {
    done: (data) => ('request_id' in data ? [copy.asked, copy.askedText] : [copy.success, copy.done]),
    failed: copy.failed,
    onClose,
  });
  return (
    <ReasonDialog
      title={copy.title}
      lead={copy.lead}
      hint={copy.hint}
      label={copy.reason}
      required={copy.required}
      minLength={REASON_MIN}
      maxLength={300}
      action={copy.title}
      pending={pending}
      onSend={(reason) =>
        send({ of, key: keyOf([of.id, of.version, reason]), body: { reason, version: of.version } })
      }
      onClose={onClose}
    >
      <Quiet>{hasResult(of.current_stage) ? copy.second : copy.alone}</Quiet>
    </ReasonDialog>
  );
}
