import type { MissedFamily } from '@gerbang/contracts/missed-messages';
import { CONTACT_NOTE_MAX } from '@gerbang/domain/missed-messages';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { nameOf, resendable, useMissedChanges } from './missed-messages.api.ts';
import { missedCopy as copy } from './missed-messages.copy.ts';

interface Props {
  readonly family: MissedFamily;
  readonly onClose: () => void;
}

/** Asks before messages go out a second time. */
export function ResendMissedDialog({ family, onClose }: Props) {
  const { send, pending } = useDecision(useMissedChanges().resend, {
    done: ({ sent }) => [copy.sent, copy.sentText(sent)],
    failed: copy.resendFailed,
    onClose,
  });
  return (
    <AlertDialog
      destructive={false}
      title={copy.resendTitle}
      confirmLabel={copy.resend}
      pendingLabel={copy.sending}
      pending={pending}
      onConfirm={() => send(family)}
      onCancel={onClose}
    >
      <p>{copy.resendText(resendable(family).length, nameOf(family))}</p>
    </AlertDialog>
  );
}

/** Notes that a family was called, with a few words where they help the next colleague. */
export function ContactedDialog({ family, onClose }: Props) {
  const { send, pending } = useDecision(useMissedChanges().contacted, {
    done: [copy.saved, copy.savedText],
    failed: copy.saveFailed,
    onClose,
    // What was typed stays.
    onFailure: () => undefined,
    onConflict: onClose,
  });
  return (
    <ReasonDialog
      title={copy.doneTitle(nameOf(family))}
      lead={copy.doneLead}
      label={copy.note}
      hint={copy.noteHint}
      required=""
      minLength={0}
      maxLength={CONTACT_NOTE_MAX}
      action={copy.done}
      variant="primary"
      pending={pending}
      onSend={(note) => send({ of: family, note })}
      onClose={onClose}
    />
  );
}
