import { Card, CardTitle } from '@gerbang/ui/card';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Skeleton } from '@gerbang/ui/skeleton';
import { useDashboard } from '@gerbang/web-kit/dashboard';
import { resultsCopy as copy } from './dashboard.copy.ts';
import { ResultsCard } from './results-card.tsx';
import { WaitingCard } from './waiting-card.tsx';

/** What announcements put on a dashboard: a family's published results, or what waits for staff; nothing else. */
export function DashboardCards() {
  const dashboard = useDashboard();
  const area = dashboard.data?.announcement;
  if (area?.parent)
    return area.parent.results.length > 0 ? <ResultsCard results={area.parent.results} /> : null;
  if (area?.staff) {
    const waiting = area.staff.waiting.filter(({ count }) => count > 0);
    return waiting.length > 0 ? <WaitingCard waiting={waiting} /> : null;
  }
  if (dashboard.isPending) {
    return (
      <Card>
        <CardTitle>{copy.title}</CardTitle>
        <Skeleton lines={4} label={copy.loading} />
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
