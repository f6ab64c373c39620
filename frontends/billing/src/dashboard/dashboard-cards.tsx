import { useDashboard } from '@gerbang/web-kit/dashboard';
import { styled } from 'styled-components';
import { AgeingCard } from './ageing-card.tsx';
import { ParentCards } from './parent-cards.tsx';
import { QueueCard } from './queue-card.tsx';

const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
`;

/**
 * What billing puts on a dashboard: for a parent the next payment and the re-enrolments to confirm, for staff what
 * waits and what is owed. The shell asks for it only where there is something, and says itself where this area did not
 * answer.
 */
export function DashboardCards() {
  const { data } = useDashboard();
  const parent = data?.billing?.parent;
  if (parent) return <ParentCards parent={parent} />;
  const staff = data?.billing?.staff;
  if (!staff) return null;
  return (
    <Stack>
      <QueueCard staff={staff} />
      {staff.ageing && staff.ageing.total.invoices > 0 ? <AgeingCard ageing={staff.ageing} /> : null}
    </Stack>
  );
}
