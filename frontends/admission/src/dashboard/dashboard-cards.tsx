import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Stack } from '@gerbang/ui/layout';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { SkeletonRows } from '@gerbang/ui/skeleton';
import { useDashboard } from '@gerbang/web-kit/api/dashboard';
import type { AdmissionArea } from '@gerbang/contracts/dashboard';
import { useSession } from '@gerbang/web-kit/session/session';
import { hasAcceptance } from '@gerbang/domain/registration-stages';
import { Suspense } from 'react';
import { dashboardCopy as copy } from './dashboard.copy.ts';
import { ParentHome } from './parent-home.tsx';

type Tasks = NonNullable<AdmissionArea['parent']>['tasks'];

// Staff only: families do not fetch it.
const StaffDashboard = lazyPart(() =>
  import('../staff-dashboard/staff-dashboard.tsx').then((file) => file.StaffDashboard),
);

// Only families for which the school has typed something.
const CheckedSections = lazyPart(() =>
  import('../counter/checked-sections.tsx').then((file) => file.CheckedSections),
);

// Only families with an accepted child.
const DapodikCard = lazyPart(() => import('../dapodik/dapodik-card.tsx').then((file) => file.DapodikCard));

const ContinuationCard = lazyPart(() =>
  import('../continuations/continuation-card.tsx').then((file) => file.ContinuationCard),
);

const NUMBER = { kind: 'phone_unverified', registration_id: null, child_id: null, child_name: null } as const;

/** The tasks by what the account says of its number: the area learns of a new account and of a proof a moment later. */
function withOwnNumber(tasks: Tasks, verified: boolean | undefined): Tasks {
  if (verified === undefined) return tasks;
  const others = tasks.filter(({ kind }) => kind !== NUMBER.kind);
  return verified ? others : [NUMBER, ...others];
}

const Loading = () => (
  <Card>
    <CardTitle>{copy.statusTitle}</CardTitle>
    <SkeletonRows rows={5} height={62} label={copy.loading} />
  </Card>
);

/**
 * The admission area's part of a dashboard: for a parent the next tasks and the status of each registration, for
 * staff the whole of it, of all areas.
 */
export function DashboardCards() {
  const dashboard = useDashboard();
  const { user } = useSession();
  const parent = dashboard.data?.admission?.parent;
  if (dashboard.data && parent) {
    const tasks = withOwnNumber(parent.tasks, user?.phone_verified);
    const home = (
      <ParentHome
        dashboard={dashboard.data}
        parent={parent}
        tasks={tasks}
        retrying={dashboard.isFetching}
        onRetry={() => void dashboard.refetch()}
      />
    );
    const accepted = parent.registrations.some(({ current_stage }) => hasAcceptance(current_stage));
    if (!parent.entered && !accepted) return home;
    return (
      <Stack>
        <Suspense fallback={null}>
          {parent.entered ? <CheckedSections /> : null}
          {accepted ? <ContinuationCard /> : null}
        </Suspense>
        {home}
        {/* What hurries comes first: this is asked for weeks before it is needed. */}
        <Suspense fallback={null}>{accepted ? <DapodikCard /> : null}</Suspense>
      </Stack>
    );
  }
  if (user && user.role !== 'wali_murid' && dashboard.data) {
    return (
      <Suspense fallback={<Loading />}>
        <StaffDashboard dashboard={dashboard} role={user.role} />
      </Suspense>
    );
  }
  if (dashboard.isPending) return <Loading />;
  return (
    <LoadFailed
      title={copy.failed}
      retrying={dashboard.isFetching}
      onRetry={() => void dashboard.refetch()}
    />
  );
}

/** The cards, with the code of those of staff where the first paint was drawn for staff. */
export async function dashboardCards(): Promise<typeof DashboardCards> {
  if (document.documentElement.dataset.frame === 'staff') await StaffDashboard.load();
  return DashboardCards;
}
