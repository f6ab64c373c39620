import type { AnnouncementArea } from '@gerbang/contracts/announcement.types';
import { Card, CardTitle } from '@gerbang/ui/card';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Skeleton } from '@gerbang/ui/skeleton';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { WaitingCounts } from '@gerbang/web-kit/components/waiting-counts';
import { useDashboard } from '@gerbang/web-kit/dashboard';
import { resultsCopy as copy, waitingCopy } from './dashboard.copy.ts';
import { ResultsCard } from './results-card.tsx';

type Waiting = NonNullable<AnnouncementArea['staff']>['waiting'];

/** The list that shows what a count is about; those who wait for a result are found where it is written. */
function wayTo({ status }: Waiting[number]): string {
  return status === null ? '/admin/announcements/create' : `/admin/announcements?status=${status}`;
}

/** What waits for this role in announcements, as counts that lead to it. */
function WaitingCard({ waiting }: { waiting: Waiting }) {
  return (
    <Card>
      <CardTitle>{waitingCopy.title}</CardTitle>
      <WaitingCounts
        waiting={waiting.map((task) => ({
          key: task.kind,
          to: wayTo(task),
          label: waitingCopy.kinds[task.kind],
          count: task.count,
        }))}
      />
      <LinkButton to="/admin/announcements" $variant="secondary">
        {waitingCopy.all}
      </LinkButton>
    </Card>
  );
}

/** What announcements put on a dashboard: a family's published results, or what waits for staff; nothing else. */
export function DashboardCards() {
  const dashboard = useDashboard();
  const area = dashboard.data?.announcement;
  if (area?.parent) {
    const { results } = area.parent;
    const toConfirm = dashboard.data?.billing?.parent?.to_confirm.map((one) => one.registration_id) ?? null;
    return results.length > 0 ? <ResultsCard results={results} toConfirm={toConfirm} /> : null;
  }
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
