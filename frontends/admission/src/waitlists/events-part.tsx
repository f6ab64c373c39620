import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { Card } from '@gerbang/ui/card';
import { type Column, DataTable, titled } from '@gerbang/ui/data-table';
import { EmptyState } from '@gerbang/ui/empty-state';
import { FittedTables } from '@gerbang/ui/fitted-tables';
import { CellLines } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatDateShort, formatTime } from '@gerbang/web-kit/page/format';
import { History } from 'lucide-react';
import { styled } from 'styled-components';
import { useWaitlistEvents, type WaitlistEvent } from './waitlists.api.ts';
import { eventsCopy as copy } from './waitlists.copy.ts';

const What = styled(CellLines)`
  padding-block: 6px;
  font-weight: 550;
`;

const sentence = (text: string) => text.charAt(0).toLocaleUpperCase('id-ID') + text.slice(1);

/** What happened, as staff say it among themselves: with the child, where it is about one. */
function eventText({ cause, count, child_name: child, text }: WaitlistEvent): string {
  switch (cause) {
    case 'joined':
      return copy.joined(copy.children(count, child));
    case 'joined_above':
      return copy.joinedAbove(copy.children(count, child));
    case 'promoted':
      return copy.promoted(copy.families(count, child));
    case 'withdrawn':
      return copy.withdrawn(copy.families(count, child));
    case 'expired':
      return copy.expired(copy.families(count, child));
    case 'rule_changed':
      return copy.ruleChanged;
    case 'seats_changed':
      return copy.seatsChanged(count);
    case 'closed':
      return copy.closed(copy.families(count, child));
    case 'priority_confirmed':
      return copy.priority(sentence(text), child);
  }
}

const COLUMNS: Column<WaitlistEvent>[] = titled(copy.columns, [
  {
    key: 'at',
    width: '116px',
    render: ({ at }) => (
      <CellLines>
        <time dateTime={at}>{formatDateShort(at)}</time>
        <small>{formatTime(new Date(at))}</small>
      </CellLines>
    ),
  },
  {
    key: 'what',
    rowHeader: true,
    render: (event) => (
      <What>
        <span>{eventText(event)}</span>
        {event.release_cause === null ? null : <small>{copy.freed(event.release_cause)}</small>}
        {event.note === null ? null : <small>{copy.why(event.note)}</small>}
      </What>
    ),
  },
  {
    key: 'who',
    width: '200px',
    render: ({ actor }) =>
      actor === null ? (
        copy.portal
      ) : (
        <CellLines>
          <span>{actor.name ?? ROLE_WORDS[actor.role]}</span>
          {actor.name === null ? null : <small>{ROLE_WORDS[actor.role]}</small>}
        </CellLines>
      ),
  },
]);

/** What changed a pool and its list, the newest first: who, when, why. */
export function EventsPart({ pool }: { pool: SeatPool }) {
  const events = useWaitlistEvents(pool.id);
  if (!events.data) {
    return <Loading of={events} card lines={8} row={44} label={copy.loading} failed={copy.loadFailed} />;
  }
  if (events.data.length === 0) {
    return (
      <Card as="div">
        <EmptyState icon={<History size={28} />} title={copy.empty}>
          {copy.emptyText}
        </EmptyState>
      </Card>
    );
  }
  return (
    <FittedTables>
      <DataTable
        caption={copy.caption(pool.label)}
        rows={events.data}
        rowKey={({ id }) => String(id)}
        columns={COLUMNS}
      />
    </FittedTables>
  );
}
