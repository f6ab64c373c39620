import type { AcademicYear } from '@gerbang/contracts/academic-years';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useYearChanges } from './years.api.ts';
import { openCopy as copy, yearsCopy } from './years.copy.ts';

/** Asks before families can choose a year. */
export function OpenYear({ year, onClose }: { year: AcademicYear; onClose: () => void }) {
  const { send, pending } = useDecision(useYearChanges().open, {
    done: copy.done(year.label),
    failed: copy.failed,
    onClose,
    onFailure: () => {},
  });
  return (
    <AlertDialog
      title={copy.title(year.label)}
      confirmLabel={yearsCopy.open}
      pendingLabel={yearsCopy.pending}
      pending={pending}
      destructive={false}
      onConfirm={() => send(year)}
      onCancel={onClose}
    >
      <p>{copy.text}</p>
    </AlertDialog>
  );
}
