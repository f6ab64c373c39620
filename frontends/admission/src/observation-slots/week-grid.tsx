import type { Slot } from '@gerbang/contracts/observation-slots';
import { Quiet } from '@gerbang/ui/layout';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { formatWeekday } from '@gerbang/web-kit/page/days';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { styled } from 'styled-components';
import { dayOf, timesOf } from './slot-words.ts';
import { calendarCopy as copy } from './slots.copy.ts';

const Columns = styled.ol<{ $count: number }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  list-style: none;
  padding: 0;
  margin: 0;
  > li {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 200px), 1fr));
    align-content: start;
    gap: 8px;
    min-width: 0;
  }
  h3 {
    grid-column: 1 / -1;
    font-size: 0.9375rem;
    line-height: 1.4;
  }
  @media (min-width: 1100px) {
    grid-template-columns: repeat(${({ $count }) => $count}, minmax(0, 1fr));
    gap: 16px 8px;
    > li {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

const Box = styled.button<{ $draft: boolean }>`
  display: grid;
  gap: 4px;
  width: 100%;
  min-height: 44px;
  padding: 10px;
  text-align: start;
  border: 1px ${({ $draft }) => ($draft ? 'dashed' : 'solid')} var(--border-control);
  border-radius: 10px;
  background: var(--bg-surface);
  color: var(--text-primary);
  font: inherit;
  cursor: pointer;
  overflow-wrap: anywhere;
  &:hover {
    background: var(--bg-selected);
  }
`;

function SlotBox({ slot, byPlace, onOpen }: { slot: Slot; byPlace: boolean; onOpen: (slot: Slot) => void }) {
  const filled = copy.filled(slot.booked, slot.capacity);
  return (
    <Box type="button" $draft={!slot.published} onClick={() => onOpen(slot)}>
      <strong>{byPlace ? formatWeekday(dayOf(slot)) : timesOf(slot)}</strong>
      <span>{byPlace ? timesOf(slot) : slot.place}</span>
      <Quiet as="span" $small>
        {[levelLabel(slot.jenjang), filled, ...(slot.published ? [] : [copy.draft])].join(' · ')}
      </Quiet>
      <span aria-hidden="true">
        <ProgressBar percent={(slot.booked * 100) / slot.capacity} label={filled} />
      </span>
    </Box>
  );
}

/** At most so many columns stand beside each other. */
const MOST = 7;

/** The slots of a week, a column a day or a place; below each other on narrow screens. */
export function WeekGrid({
  days,
  slots,
  byPlace = false,
  onOpen,
}: {
  days: readonly string[];
  slots: readonly Slot[];
  byPlace?: boolean;
  onOpen: (slot: Slot) => void;
}) {
  const columnOf = byPlace ? ({ place }: Slot) => place : dayOf;
  const columns = byPlace ? [...new Set(slots.map(columnOf))].toSorted() : days;
  return (
    <Columns aria-label={copy.list} $count={Math.min(columns.length, MOST)}>
      {columns.map((column) => {
        const own = slots.filter((slot) => columnOf(slot) === column);
        return (
          <li key={column}>
            <h3>{byPlace ? column : formatWeekday(column)}</h3>
            {own.length === 0 ? <Quiet $small>{copy.noneThatDay}</Quiet> : null}
            {own.map((slot) => (
              <SlotBox key={slot.id} slot={slot} byPlace={byPlace} onOpen={onOpen} />
            ))}
          </li>
        );
      })}
    </Columns>
  );
}
