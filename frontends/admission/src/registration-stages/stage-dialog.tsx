import type { StaffRegistration } from '@gerbang/contracts/staff-registrations';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog } from '@gerbang/ui/dialog';
import { ApiError, issuesOf, messageOf } from '@gerbang/web-kit/api/client';
import { useDecision, failureText } from '@gerbang/web-kit/api/use-decision';
import { useStaffChanges } from '../staff-registrations/staff-registrations.api.ts';
import { useRef, useState } from 'react';
import { type AfterSend, StageForm } from './stage-form.tsx';
import { offerFor } from './stage-values.ts';
import { stageCopy as copy } from './stage.copy.ts';

/** Moves a registration to a stage that its state allows now. */
export function StageDialog({
  registration,
  onConflict,
  onDocuments,
  onClose,
}: {
  registration: StaffRegistration;
  onConflict: (error: unknown) => void;
  /** Shows the documents of the registration. */
  onDocuments: () => void;
  onClose: () => void;
}) {
  // Which documents the stage still needs, in the server's words.
  const [missing, setMissing] = useState<string | null>(null);
  const { move } = useStaffChanges();
  const after = useRef<AfterSend>(null);
  const { send, pending } = useDecision(move, {
    done: [copy.success, copy.changed],
    failed: copy.failure,
    failureText: (error) => failureText(error, copy.failed),
    onDone: () => after.current?.forgetDraft(),
    onClose,
    // What was typed stays; a message without a field is in the toast only.
    onFailure: (error) => {
      const refusal = error instanceof ApiError && error.status === 409 ? error : null;
      if (refusal?.body?.code === 'documents_missing') setMissing(messageOf(refusal));
      else if (refusal) {
        onConflict(refusal);
        onClose();
      } else if (Object.keys(issuesOf(error)).length > 0) after.current?.fail(error);
    },
  });
  return (
    <Dialog title={copy.title} dismissable={false} onClose={onClose}>
      <p>{registration.child.full_name}</p>
      {missing === null ? null : (
        <Banner tone="attention" role="alert">
          <p>{missing}</p>
          <Button small variant="secondary" onClick={onDocuments}>
            {copy.documents}
          </Button>
        </Banner>
      )}
      <StageForm
        offer={offerFor(registration)}
        present={registration.current_stage}
        day={registration.observation_date}
        pending={pending}
        draftName={`stage-${registration.id}`}
        onCancel={onClose}
        onSend={(body, then) => {
          after.current = then;
          setMissing(null);
          send({ of: registration, body });
        }}
      />
    </Dialog>
  );
}
