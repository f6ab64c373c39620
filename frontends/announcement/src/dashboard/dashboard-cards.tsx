import { Card, CardTitle } from '@gerbang/ui/card';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Skeleton } from '@gerbang/ui/skeleton';
import { useDashboard } from '@gerbang/web-kit/api/dashboard';
import { resultsCopy as copy } from './dashboard.copy.ts';
import { stageIn } from '../results/standing.ts';
import { ResultsCard } from './results-card.tsx';

/** What announcements put on a family's dashboard: its published results, nothing else. */
export function DashboardCards() {
  const dashboard = useDashboard();
  const area = dashboard.data?.announcement;
  if (area?.parent) {
    const { results } = area.parent;
    const toConfirm = dashboard.data?.billing?.parent?.to_confirm.map((one) => one.registration_id) ?? null;
    return results.length > 0 ? (
      <ResultsCard results={results} toConfirm={toConfirm} stageOf={(id) => stageIn(dashboard.data, id)} />
    ) : null;
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
