import type { AdmissionArea } from '@gerbang/contracts/admission.types';
import { Card, CardTitle } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { LinkButton } from '@gerbang/web-kit/link-button';
import { Link } from '@gerbang/web-kit/router';
import { CircleCheck } from 'lucide-react';
import { styled } from 'styled-components';
import { waitingCopy as copy } from './dashboard.copy.ts';

type Waiting = NonNullable<AdmissionArea['staff']>['waiting'];

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr));
  gap: 12px;
  margin: 16px 0;
  padding: 0;
  list-style: none;
`;

const Count = styled(Link)`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  height: 100%;
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

/** The list that shows what a count is about; the names in its address are those of its filters. */
function wayTo(filter: Waiting[number]['filter']): string {
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return `/admin/registration${query.size > 0 ? `?${query}` : ''}`;
}

/** What waits for this role in admission, as counts that lead to the filtered lists. */
export function WaitingCard({ waiting }: { waiting: Waiting }) {
  const open = waiting.filter(({ count }) => count > 0);
  return (
    <Card>
      <CardTitle>{copy.title}</CardTitle>
      {open.length === 0 ? (
        <EmptyState icon={<CircleCheck size={28} />} title={copy.none}>
          {copy.noneText}
        </EmptyState>
      ) : (
        <List>
          {open.map(({ kind, count, filter }) => (
            <li key={kind}>
              <Count to={wayTo(filter)}>
                <span>{copy.kinds[kind]}</span> <strong>{count.toLocaleString('id-ID')}</strong>
              </Count>
            </li>
          ))}
        </List>
      )}
      <LinkButton to="/admin/registration" $variant="secondary">
        {copy.all}
      </LinkButton>
    </Card>
  );
}
