import type { AnnouncementArea } from '@gerbang/contracts/announcement.types';
import { Card, CardTitle } from '@gerbang/ui/card';
import { LinkButton } from '@gerbang/web-kit/link-button';
import { Link } from '@gerbang/web-kit/router';
import { styled } from 'styled-components';
import { waitingCopy as copy } from './dashboard.copy.ts';

type Waiting = NonNullable<AnnouncementArea['staff']>['waiting'];

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr));
  gap: 12px;
  margin: 16px 0;
`;

const Count = styled(Link)`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-height: 64px;
  padding: 12px 16px;
  border: 1px solid var(--border-subtle);
  border-radius: 14px;
  color: var(--text-primary);
  text-decoration: none;
  &:hover {
    border-color: var(--action2-border);
    background: var(--bg-selected);
  }
  strong {
    flex: none;
    font-size: 1.5rem;
    line-height: 1.2;
    font-feature-settings: 'tnum';
  }
`;

/** The list that shows what a count is about; those who wait for a result are found where it is written. */
function wayTo({ status }: Waiting[number]): string {
  return status === null ? '/admin/announcements/create' : `/admin/announcements?status=${status}`;
}

/** What waits for this role in announcements, as counts that lead to it. */
export function WaitingCard({ waiting }: { waiting: Waiting }) {
  return (
    <Card>
      <CardTitle>{copy.title}</CardTitle>
      <List>
        {waiting.map((task) => (
          <li key={task.kind}>
            <Count to={wayTo(task)}>
              <span>{copy.kinds[task.kind]}</span> <strong>{task.count.toLocaleString('id-ID')}</strong>
            </Count>
          </li>
        ))}
      </List>
      <LinkButton to="/admin/announcements" $variant="secondary">
        {copy.all}
      </LinkButton>
    </Card>
  );
}
