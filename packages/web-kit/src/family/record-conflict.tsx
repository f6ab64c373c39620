import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Suspense } from 'react';
import { conflictsOf, staleOf } from '../api/stale.ts';
import type { FamilyForm } from './use-family-form.ts';

// Dialogs bring React Aria's overlays along; they come when one opens.
const ConflictDialog = lazyPart(() =>
  import('../api/conflict-dialog.tsx').then((file) => file.ConflictDialog),
);

/** The question after a 409 `stale`; what was typed here stays until the family has chosen. */
export function RecordConflict<Stored, F extends string>({
  error,
  form,
  valuesOf,
  labelOf,
  wordOf = (_name, value) => value,
  onTake,
  onSave,
  onClose,
}: {
  error: unknown;
  form: FamilyForm<F>;
  /** A record as the form shows it. */
  valuesOf: (stored: Stored) => Record<F, string>;
  labelOf: (name: F) => string;
  /** A value in the words of the form, where it is stored in others. */
  wordOf?: (name: F, value: string) => string;
  /** From now on the form is based on the newer state. */
  onTake: (present: Stored) => void;
  /** Saves these fields of the form over the newer state. */
  onSave: (present: Stored, names: readonly F[]) => void;
  onClose: () => void;
}) {
  const stale = staleOf(error);
  if (!stale) return null;
  const present = stale.present as Stored;
  const theirs = valuesOf(present);
  const conflicts = conflictsOf(form.values, form.changed, form.stored, theirs);
  const take = (keep: readonly F[]) => {
    onTake(present);
    form.rebase(theirs, keep);
    onClose();
  };
  return (
    <Suspense fallback={null}>
      <ConflictDialog
        stale={stale}
        conflicts={conflicts.map((name) => ({
          label: labelOf(name),
          mine: wordOf(name, form.values[name]),
          theirs: wordOf(name, theirs[name]),
        }))}
        onMine={() => {
          const mine = form.changed;
          take(mine);
          onSave(present, mine);
        }}
        onTheirs={() => take(form.changed.filter((name) => !conflicts.includes(name)))}
        onClose={onClose}
      />
    </Suspense>
  );
}
