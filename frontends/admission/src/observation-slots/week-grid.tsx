import type { Slot } from '@gerbang/contracts/observation-slots';
import { Quiet } from '@gerbang/ui/layout';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { formatWeekday } from '@gerbang/web-kit/page/days';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { styled } from 'styled-components';
import { dayOf, timesOf } from './slot-words.ts';
import { calendarCopy as copy } from './slots.copy.ts';

const Days = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  list-style: none;
  padding: 0;
  margin: 0;
  > li {
    display: grid;
    align-content: start;
    gap: 8px;
    min-width: 0;
  }
  h3 {
    font-size: 0.9375rem;
    line-height: 1.4;
  }
  @media (min-width: 1100px) {
    grid-template-columns: repeat(7, minmax(0, 1fr));
    gap: 8px;
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

function SlotBox({ slot, onOpen }: { slot: Slot; onOpen: (slot: Slot) => void }) {
  const filled = copy.filled(slot.booked, slot.capacity);
  return (
    <Box type="button" $draft={!slot.published} onClick={() => onOpen(slot)}>
      <strong>{timesOf(slot)}</strong>
      <span>{slot.place}</span>
      <Quiet as="span" $small>
        {[levelLabel(slot.jenjang), filled, ...(slot.published ? [] : [copy.draft])].join(' · ')}
      </Quiet>
      <span aria-hidden="true">
        <ProgressBar percent={(slot.booked * 100) / slot.capacity} label={filled} />
      </span>
    </Box>
  );
}

/** The slots of a week, a column a day; below each other on narrow screens. */
export function WeekGrid({
  days,
  slots,
  onOpen,
}: {
  days: readonly string[];
  slots: readonly Slot[];
  onOpen: (slot: Slot) => void;
}) {
  return (
    <Days aria-label={copy.list}>
      {days.map((day) => {
        const own = slots.filter((slot) => dayOf(slot) === day);
        return (
          <li key={day}>
            <h3>{formatWeekday(day)}</h3>
            {own.length === 0 ? <Quiet $small>{copy.noneThatDay}</Quiet> : null}
            {own.map((slot) => (
              <SlotBox key={slot.id} slot={slot} onOpen={onOpen} />
            ))}
          </li>
        );
      })}
    </Days>
  );
}
