import type { MessageSummary } from '@gerbang/contracts/messages.types';
import {
  MESSAGE_STATUS_LABELS,
  MESSAGE_STATUSES,
  MESSAGE_TONES,
  type MessageStatus,
} from '@gerbang/domain/messages';
import { DatePicker } from '@gerbang/ui/date-picker';
import { FilterChips } from '@gerbang/ui/filter-chips';
import { Select } from '@gerbang/ui/select';
import { StatCards } from '@gerbang/ui/stat-cards';
import { formatDayText } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { KIND_LABELS, KINDS, messagesCopy as copy } from './messages.copy.ts';
import { SORTS, type MessagesPlace } from './use-messages-place.ts';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 12px;
  > div {
    flex: 1 1 160px;
    max-width: 280px;
  }
  > div:nth-child(n + 3) {
    flex-basis: 220px;
  }
  @media (max-width: 639.98px) {
    > div {
      flex-basis: calc(50% - 6px);
      min-width: 0;
      max-width: none;
    }
    /* A day with its calendar needs the whole width. */
    > div:nth-child(n + 3) {
      flex-basis: 100%;
    }
  }
`;

/** In the order of the work: what has failed stands first. */
const CARDS: readonly MessageStatus[] = ['failed', 'retry', 'pending', 'sent', 'delivered'];

/** How many there are per state; each count is the filter for it. */
export function Counters({ place, counts }: { place: MessagesPlace; counts: MessageSummary | undefined }) {
  return (
    <StatCards
      label={copy.counters}
      value={place.filters.status}
      onChange={(status) => place.setFilter('status', status)}
      cards={CARDS.map((status) => ({
        key: status,
        label: MESSAGE_STATUS_LABELS[status],
        tone: MESSAGE_TONES[status],
        count: counts ? (counts.status[status] ?? 0) : null,
      }))}
    />
  );
}

/** Kind, time and order; the state is the counters' filter. Below them what is chosen, each with its cross. */
export function MessagesFilters({ place }: { place: MessagesPlace }) {
  const { filters } = place;
  const kind = KINDS.find((one) => one === filters.kind);
  const status = MESSAGE_STATUSES.find((one) => one === filters.status);
  const words = {
    status: status && copy.chip(copy.status, MESSAGE_STATUS_LABELS[status]),
    kind: kind && copy.chip(copy.kind, KIND_LABELS[kind]),
    from: filters.from && copy.chip(copy.from, formatDayText(filters.from)),
    to: filters.to && copy.chip(copy.to, formatDayText(filters.to)),
  };
  return (
    <>
      <Row>
        <Select
          label={copy.kind}
          placeholder={copy.everyKind}
          value={filters.kind ?? ''}
          options={KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
          onChange={({ target }) => place.setFilter('kind', target.value || null)}
        />
        <Select
          label={copy.sort}
          value={place.sort}
          options={SORTS.map((value) => ({ value, label: copy.sorts[value] }))}
          onChange={({ target }) =>
            place.setSort(target.value === 'created_at' ? 'created_at' : '-created_at')
          }
        />
        <DatePicker
          label={copy.from}
          optional
          value={filters.from ?? ''}
          onChange={(day) => place.setFilter('from', day || null)}
        />
        <DatePicker
          label={copy.to}
          optional
          value={filters.to ?? ''}
          onChange={(day) => place.setFilter('to', day || null)}
        />
      </Row>
      <FilterChips
        label={copy.chips}
        chips={(Object.keys(words) as (keyof typeof words)[]).flatMap((name) => {
          const label = words[name];
          return label ? [{ key: name, label, onRemove: () => place.setFilter(name, null) }] : [];
        })}
        removeLabel={copy.removeChip}
        clearLabel={copy.clear}
        onClear={place.clearFilters}
      />
    </>
  );
}
