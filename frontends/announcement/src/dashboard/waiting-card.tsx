import type { AnnouncementArea } from '@gerbang/contracts/announcement.types';
import { Card, CardTitle } from '@gerbang/ui/card';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { WaitingCounts } from '@gerbang/web-kit/components/waiting-counts';
import { waitingCopy as copy } from './dashboard.copy.ts';

type Waiting = NonNullable<AnnouncementArea['staff']>['waiting'];

/** The list that shows what a count is about; those who wait for a result are found where it is written. */
function wayTo({ status }: Waiting[number]): string {
  return status === null ? '/admin/announcements/create' : `/admin/announcements?status=${status}`;
}

/** What waits for this role in announcements, as counts that lead to it. */
export function WaitingCard({ waiting }: { waiting: Waiting }) {
  return (
    <Card>
      <CardTitle>{copy.title}</CardTitle>
      <WaitingCounts
        waiting={waiting.map((task) => ({
          key: task.kind,
          to: wayTo(task),
          label: copy.kinds[task.kind],
          count: task.count,
        }))}
      />
      <LinkButton to="/admin/announcements" $variant="secondary">
        {copy.all}
      </LinkButton>
    </Card>
  );
}
