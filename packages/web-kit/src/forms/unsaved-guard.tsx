import { Suspense } from 'react';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useLeaveGuard } from './leave-guard.ts';

// Dialogs bring React Aria along; it is loaded when one opens.
const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx').then((file) => file.LeaveDialog));

/** Asks before unsaved work is left: by a link, by Back, by closing the tab. One on a page. */
export function UnsavedGuard({ unsaved }: { unsaved: boolean }) {
  const { asked, leave, stay } = useLeaveGuard(unsaved);
  return asked ? (
    <Suspense fallback={null}>
      <LeaveDialog onLeave={leave} onStay={stay} />
    </Suspense>
  ) : null;
}
