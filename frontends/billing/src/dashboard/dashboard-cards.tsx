import { Stack } from '@gerbang/ui/layout';
import { useDashboard } from '@gerbang/web-kit/dashboard';
import { AgeingCard } from './ageing-card.tsx';
import { ParentCards } from './parent-cards.tsx';
import { QueueCard } from './queue-card.tsx';

/**
 * What billing puts on a dashboard: for a parent the next payment and the re-enrolments to confirm, for staff what
 * waits and what is owed. The shell draws it only where there is something, and shows a failure itself if this area does
 * not respond.
 */
export function DashboardCards() {
  const { data } = useDashboard();
  const parent = data?.billing?.parent;
  if (parent) return <ParentCards parent={parent} />;
  const staff = data?.billing?.staff;
  if (!staff) return null;
  return (
    <Stack $gap={24}>
      <QueueCard staff={staff} />
      {staff.ageing && staff.ageing.total.invoices > 0 ? <AgeingCard ageing={staff.ageing} /> : null}
    </Stack>
  );
}
