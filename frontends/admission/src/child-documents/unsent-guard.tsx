import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { useLeaveGuard } from '@gerbang/web-kit/forms/leave-guard';
import { Suspense } from 'react';

const LeaveDialog = lazyPart(() =>
  import('@gerbang/web-kit/forms/leave-dialog.tsx').then((file) => file.LeaveDialog),
);

/** Asks before pages that were not sent are left behind: by a link, by Back, by closing the tab. One on a page. */
export function UnsentGuard({ unsent }: { unsent: boolean }) {
  const { asked, leave, stay } = useLeaveGuard(unsent);
  return asked ? (
    <Suspense fallback={null}>
      <LeaveDialog onLeave={leave} onStay={stay} />
    </Suspense>
  ) : null;
}
