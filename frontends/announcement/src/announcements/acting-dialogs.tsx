import { Banner } from '@gerbang/ui/banner';
import { lazy, Suspense } from 'react';
import { actionCopy as copy } from './announcements.copy.ts';
import type { Acting } from './use-acting.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);
const ReviewDialog = lazy(() =>
  import('./review-dialog.tsx').then((part) => ({ default: part.ReviewDialog })),
);

/** The dialog of what is being asked. */
export function ActingDialogs({ acting }: { acting: Acting }) {
  const { asked } = acting;
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      {asked.kind === 'review' ? (
        <ReviewDialog row={asked.row} acting={acting} />
      ) : (
        <ConfirmDialog kind={asked.kind} row={asked.row} acting={acting} />
      )}
    </Suspense>
  );
}

/** Says who was faster. */
export function Conflict({ acting }: { acting: Acting }) {
  if (acting.conflict === null) return null;
  return (
    <Banner tone="attention" role="alert">
      <p>{acting.conflict}</p>
      <p>{copy.refreshed}</p>
    </Banner>
  );
}
