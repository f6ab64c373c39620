import type { Parent } from '@gerbang/contracts/admission.types';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { lazy, Suspense } from 'react';
import { conflictsOf, staleOf, whoChanged } from '@gerbang/web-kit/stale';
import type { FamilyForm } from '@gerbang/web-kit/family/use-family-form';
import { labelOf, valuesOf, type ProfileField } from './profile-values.ts';

const StaleDialog = lazy(() =>
  import('@gerbang/web-kit/family/stale-dialog').then((part) => ({ default: part.StaleDialog })),
);

/** The question after a 409 `stale`: what was typed here stays until the family has chosen (Precisions). */
export function ProfileConflict({
  error,
  form,
  onSave,
  onClose,
}: {
  error: unknown;
  form: FamilyForm<ProfileField>;
  onSave: (version: number | null, names: readonly ProfileField[]) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const stale = staleOf(error);
  if (!stale) return null;
  const present = stale.present as Parent;
  const theirs = valuesOf(present);
  const conflicts = conflictsOf(form.values, form.changed, form.stored, theirs);
  const take = (keep: readonly ProfileField[]) => {
    client.setQueryData(['parent'], present);
    form.rebase(theirs, keep);
    onClose();
  };
  return (
    <Suspense fallback={null}>
      <StaleDialog
        who={whoChanged(stale)}
        conflicts={conflicts.map((name) => ({
          label: labelOf(name, true),
          mine: form.values[name],
          theirs: theirs[name],
        }))}
        onMine={() => {
          const mine = form.changed;
          take(mine);
          onSave(present.version, mine);
        }}
        onTheirs={() => take(form.changed.filter((name) => !conflicts.includes(name)))}
        onClose={onClose}
      />
    </Suspense>
  );
}
