import { Card, CardTitle } from '@gerbang/ui/card';
import { Stack } from '@gerbang/ui/layout';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Skeleton } from '@gerbang/ui/skeleton';
import { useDashboard } from '@gerbang/web-kit/dashboard';
import { dashboardCopy as copy } from './dashboard.copy.ts';
import { StatusCard } from './status-card.tsx';
import { WaitingCard } from './waiting-card.tsx';
import { TaskCard } from './task-card.tsx';

/**
 * The admission area's part of a dashboard: for a parent the next tasks and the status of each registration, for
 * staff what waits for their role.
 */
export function DashboardCards() {
  const dashboard = useDashboard();
  const parent = dashboard.data?.admission?.parent;
  if (parent) {
    return (
      <Stack $gap={24}>
        <TaskCard tasks={parent.tasks} registrations={parent.registrations} />
        <StatusCard registrations={parent.registrations} hasChildren={parent.children_count > 0} />
      </Stack>
    );
  }
  const staff = dashboard.data?.admission?.staff;
  if (staff) return <WaitingCard waiting={staff.waiting} />;
  if (dashboard.isPending) {
    return (
      <Card>
        <CardTitle>{copy.statusTitle}</CardTitle>
        <Skeleton lines={5} label={copy.loading} />
      </Card>
    );
  }
  return (
    <LoadFailed
      title={copy.failed}
      retrying={dashboard.isFetching}
      onRetry={() => void dashboard.refetch()}
    />
  );
}
