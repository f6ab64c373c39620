import type { StaffRegistration } from '@gerbang/contracts/admission.types';
import { Dialog } from '@gerbang/ui/dialog';
import { ApiError, issuesOf } from '@gerbang/web-kit/client';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { failureText } from '@gerbang/web-kit/failure-text';
import { useStaffChanges } from '../staff-registrations/staff-registrations.api.ts';
import { StageForm } from './stage-form.tsx';
import { offerFor } from './stage-values.ts';
import { stageCopy as copy } from './stage.copy.ts';

/** Moves one registration to a stage that the machine allows now (admission workflow §4). */
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
  return (
    <Dialog title={copy.title} isOpen dismissable={false} onClose={onClose}>
      <p>{registration.child.full_name}</p>
      <StageForm
        offer={offerFor(registration)}
        present={registration.current_stage}
        day={registration.observation_date}
        pending={move.isPending}
        onCancel={onClose}
        onSend={(body, fail) =>
          move.mutate(
            { of: registration, body },
            {
              onSuccess: () => {
                toast(copy.success, copy.changed);
                onClose();
              },
              onError: (error) => {
                toastFailure(copy.failure, failureText(error, copy.failed));
                // What was typed stays, unless the registration is no longer what it was typed for.
                if (error instanceof ApiError && error.status === 409) {
                  onConflict(error);
                  onClose();
                } else if (Object.keys(issuesOf(error)).length > 0) fail(error);
              },
            },
          )
        }
      />
    </Dialog>
  );
}
