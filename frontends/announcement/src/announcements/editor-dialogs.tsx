import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import type { StaleState } from '@gerbang/contracts/problem';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import type { useLeaveGuard } from '@gerbang/web-kit/forms/leave-guard';
import { Suspense } from 'react';
import { editorCopy as copy, staleCopy } from './editor.copy.ts';

// Dialogs bring React Aria along; they come when one opens.
const LeaveDialog = lazyPart(() =>
  import('@gerbang/web-kit/forms/leave-dialog.tsx').then((file) => file.LeaveDialog),
);
const ConflictDialog = lazyPart(() =>
  import('@gerbang/web-kit/api/conflict-dialog.tsx').then((file) => file.ConflictDialog),
);

/** The questions of the editor: whether to leave unsaved work, and whose draft is kept. */
export function EditorDialogs({
  guard,
  stale,
  onMine,
  onTheirs,
  onClose,
}: {
  guard: ReturnType<typeof useLeaveGuard>;
  stale: StaleState | null;
  onMine: (present: Announcement) => void;
  onTheirs: (present: Announcement) => void;
  onClose: () => void;
}) {
  const present = stale?.present as Announcement | undefined;
  return (
    <Suspense fallback={null}>
      {guard.asked ? <LeaveDialog onLeave={guard.leave} onStay={guard.stay} /> : null}
      {stale && present ? (
        <ConflictDialog
          stale={stale}
          title={staleCopy.title}
          instead={
            present.status === 'draft'
              ? undefined
              : {
                  text: staleCopy.locked,
                  action: <LinkButton to={`/announcement/${present.id}`}>{copy.view}</LinkButton>,
                }
          }
          onMine={() => onMine(present)}
          onTheirs={() => onTheirs(present)}
          onClose={onClose}
        />
      ) : null}
    </Suspense>
  );
}
