import type { StaffRegistration } from '@gerbang/contracts/admission.types';
import { Dialog } from '@gerbang/ui/dialog';
import { issuesOf } from '@gerbang/web-kit/client';
import { useDecision, failureText } from '@gerbang/web-kit/use-decision';
import { useStaffChanges } from '../staff-registrations/staff-registrations.api.ts';
import { useRef } from 'react';
import { type AfterSend, StageForm } from './stage-form.tsx';
import { offerFor } from './stage-values.ts';
import { stageCopy as copy } from './stage.copy.ts';

/** Moves a registration to a stage that its state allows now. */
export function StageDialog({
  registration,
  onConflict,
  onClose,
}: {
  registration: StaffRegistration;
  onConflict: (error: unknown) => void;
  onClose: () => void;
}) {
  const { move } = useStaffChanges();
  const after = useRef<AfterSend>(null);
  const { send, pending } = useDecision(move, {
    done: [copy.success, copy.changed],
    failed: copy.failure,
    failureText: (error) => failureText(error, copy.failed),
    onConflict,
    onDone: () => after.current?.forgetDraft(),
    onClose,
    // What was typed stays; a message without a field is in the toast only.
    onFailure: (error) => (Object.keys(issuesOf(error)).length > 0 ? after.current?.fail(error) : undefined),
  });
  return (
    <Dialog title={copy.title} dismissable={false} onClose={onClose}>
      <p>{registration.child.full_name}</p>
      <StageForm
        offer={offerFor(registration)}
        present={registration.current_stage}
        day={registration.observation_date}
        pending={pending}
        draftName={`stage-${registration.id}`}
        onCancel={onClose}
        onSend={(body, then) => {
          after.current = then;
          send({ of: registration, body });
        }}
      />
    </Dialog>
  );
}
