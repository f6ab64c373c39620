import { EmptyState } from '@gerbang/ui/empty-state';
import { Link } from '@gerbang/web-kit/router';
import { CircleCheck } from 'lucide-react';
import { styled } from 'styled-components';

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
  small {
    display: block;
    font-size: 0.875rem;
    line-height: 1.43;
    color: var(--text-secondary);
    font-feature-settings: 'tnum';
  }
`;

interface Waiting {
  readonly key: string;
  /** The list of what is counted. */
  readonly to: string;
  readonly label: string;
  readonly note?: string;
  readonly count: number;
}

/** Waiting work, in the order given; zero counts are left out, and `none` is shown when nothing is left. */
export function WaitingCounts({
  waiting,
  none,
  noneText,
}: {
  waiting: readonly Waiting[];
  none?: string;
  noneText?: string;
}) {
  const open = waiting.filter(({ count }) => count > 0);
  if (open.length === 0) {
    return none === undefined ? null : (
      <EmptyState icon={<CircleCheck size={28} />} title={none}>
        {noneText}
      </EmptyState>
    );
  }
  return (
    <List>
      {open.map(({ key, to, label, note, count }) => (
        <li key={key}>
          <Count to={to}>
            <span>
              {label}
              {note ? <small>{note}</small> : null}
            </span>{' '}
            <strong>{count.toLocaleString('id-ID')}</strong>
          </Count>
        </li>
      ))}
    </List>
  );
}
