import type { StaffDocuments, StaffDocument } from '@gerbang/contracts/document-reviews';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { refusalText } from '@gerbang/web-kit/api/stale-words';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useSettleDocument } from './staff-documents.api.ts';
import { staffDocumentsCopy as copy } from './staff-documents.copy.ts';

/** Asks why a document is not needed, or who showed its original. */
export function SettleDialog({
  registration,
  document,
  status,
  onClose,
}: {
  registration: StaffDocuments['registration'];
  document: StaffDocument;
  status: 'waived' | 'seen';
  onClose: () => void;
}) {
  const texts = copy.settle[status];
  const { label } = document.type;
  const { send, pending } = useDecision(useSettleDocument(registration.id), {
    done: [copy.success, texts.done(label)],
    failed: copy.failed,
    failureText: (error) => refusalText(error, copy.failed),
    // What was typed stays where the server wants more of it.
    onConflict: () => undefined,
    onFailure: () => undefined,
    onClose,
  });
  return (
    <ReasonDialog
      title={texts.title(label)}
      lead={texts.lead}
      label={copy.settleReason}
      hint={copy.settleHint}
      required={copy.settleRequired}
      action={texts.action}
      variant="primary"
      maxLength={200}
      pending={pending}
      pendingLabel={copy.pending}
      onSend={(reason) => send({ childId: registration.child_id, document, status, reason })}
      onClose={onClose}
    />
  );
}
