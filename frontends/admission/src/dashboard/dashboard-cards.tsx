import { Card, CardTitle } from '@gerbang/ui/card';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Skeleton } from '@gerbang/ui/skeleton';
import { useDashboard } from '@gerbang/web-kit/dashboard';
import type { AdmissionArea } from '@gerbang/contracts/admission.types';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { useSession } from '@gerbang/web-kit/session';
import { WaitingCounts } from '@gerbang/web-kit/components/waiting-counts';
import { dashboardCopy as copy, waitingCopy } from './dashboard.copy.ts';
import { ParentHome } from './parent-home.tsx';

type Waiting = NonNullable<AdmissionArea['staff']>['waiting'];
type Tasks = NonNullable<AdmissionArea['parent']>['tasks'];

/** The list that shows what a count is about; the names in its address are those of its filters. */
function wayTo(filter: Waiting[number]['filter']): string {
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return `/admin/registration${query.size > 0 ? `?${query}` : ''}`;
}

/** What waits for this role in admission, as counts that lead to the filtered lists. */
export function WaitingCard({ waiting }: { waiting: Waiting }) {
  return (
    <Card>
      <CardTitle>{waitingCopy.title}</CardTitle>
      <WaitingCounts
        waiting={waiting.map(({ kind, count, filter }) => ({
          key: kind,
          to: wayTo(filter),
          label: waitingCopy.kinds[kind],
          count,
        }))}
        none={waitingCopy.none}
        noneText={waitingCopy.noneText}
      />
      <LinkButton to="/admin/registration" $variant="secondary">
        {waitingCopy.all}
      </LinkButton>
    </Card>
  );
}

const NUMBER = { kind: 'phone_unverified', registration_id: null, child_id: null, child_name: null } as const;

/** The tasks by what the account says of its number: the area learns of a new account and of a proof a moment later. */
function withOwnNumber(tasks: Tasks, verified: boolean | undefined): Tasks {
  if (verified === undefined) return tasks;
  const others = tasks.filter(({ kind }) => kind !== NUMBER.kind);
  return verified ? others : [NUMBER, ...others];
}

/**
 * The admission area's part of a dashboard: for a parent the next tasks and the status of each registration, for
 * staff what waits for their role.
 */
export function DashboardCards() {
  const dashboard = useDashboard();
  const { user } = useSession();
  const parent = dashboard.data?.admission?.parent;
  if (dashboard.data && parent) {
    const tasks = withOwnNumber(parent.tasks, user?.phone_verified);
    return (
      <ParentHome
        dashboard={dashboard.data}
        parent={parent}
        tasks={tasks}
        retrying={dashboard.isFetching}
        onRetry={() => void dashboard.refetch()}
      />
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
