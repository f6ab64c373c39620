import { can } from '@gerbang/domain/abilities';
import type { Role } from '@gerbang/domain/roles';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { LoadFailed } from '@gerbang/ui/load-failed';
import type { useDashboard } from '@gerbang/web-kit/api/dashboard';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { OperationTiles } from './operation-tiles.tsx';
import { EmptyWeek, FunnelCard, inWeek, MoneyCard, WeekCard } from './picture-cards.tsx';
import { queuesOf, useMissedQueue } from './queues.ts';
import { QueueTiles } from './queue-tiles.tsx';
import { RecentCard } from './recent-card.tsx';
import { FollowUpCard, ReviewCard } from './role-cards.tsx';
import { dashboardCopy as copy } from './staff-dashboard.copy.ts';

/** Twelve columns on desktops, one on phones; a card fills its place. */
const Grid = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  @media (min-width: 1024px) {
    grid-template-columns: repeat(12, minmax(0, 1fr));
  }
  > * > section,
  > * > div {
    height: 100%;
  }
  section:not([aria-label]) {
    padding: 12px 20px;
  }
  h2 {
    font-size: 1rem;
    line-height: 1.5;
  }
`;

const Place = styled.div<{ $wide: 5 | 7 | 12 }>`
  min-width: 0;
  @media (min-width: 1024px) {
    grid-column: span ${({ $wide }) => $wide};
  }
`;

type Read = ReturnType<typeof useDashboard>;

/** What stands beside 'Baru saja'; null where the role has nothing of it. */
function besideRecent(role: Role): ReactNode {
  if (role === 'cs') return <FollowUpCard />;
  return can(role, 'reports.cash') ? <MoneyCard /> : null;
}

/** The dashboard of staff on one screen: queues, funnel, week, money, and what has just happened. */
export function StaffDashboard({ dashboard, role }: { dashboard: Read; role: Role }) {
  const { data } = dashboard;
  const missed = useMissedQueue(role);
  if (!data) return null;
  const queues = queuesOf(data, role, missed);
  const down = Object.entries(copy.areas).flatMap(([area, word]) =>
    data.unavailable.includes(area) ? [word] : [],
  );
  const beside = besideRecent(role);
  const head = role === 'manager_pendidikan';
  const observations = head ? undefined : data.admission?.staff?.observations;
  const toSchedule = queues.find(({ key }) => key === 'to_schedule');
  const operates = role === 'it';
  const week = observations && inWeek(observations) > 0;
  const funnel = (
    <Place $wide={head || week ? 7 : 12}>
      <FunnelCard />
    </Place>
  );
  return (
    <Grid>
      {down.length > 0 ? (
        <Place $wide={12}>
          <LoadFailed
            title={copy.down(down.join(', '))}
            retrying={dashboard.isFetching}
            onRetry={() => void dashboard.refetch()}
          />
        </Place>
      ) : null}
      {/* What waits for the head's word comes first, beside the funnel: one as high as the other. */}
      {head ? (
        <>
          <Place $wide={5}>
            <ReviewCard />
          </Place>
          {funnel}
        </>
      ) : null}
      <Place $wide={12}>
        {queues.length > 0 || operates ? (
          <QueueTiles queues={queues} {...(operates && { tiles: <OperationTiles /> })} />
        ) : (
          <Card>
            <EmptyState icon={<CircleCheck size={28} />} title={copy.none}>
              {copy.noneText}
            </EmptyState>
          </Card>
        )}
      </Place>
      {head ? null : funnel}
      {observations ? (
        <Place $wide={week ? 5 : 12}>
          {week ? (
            <WeekCard observations={observations} toSchedule={toSchedule} />
          ) : (
            <EmptyWeek toSchedule={toSchedule} />
          )}
        </Place>
      ) : null}
      {beside === null ? null : <Place $wide={5}>{beside}</Place>}
      <Place $wide={beside === null ? 12 : 7}>
        <RecentCard dashboard={dashboard} />
      </Place>
    </Grid>
  );
}
