import './aria-strings.tsx';
import { Calendar as CalendarIcon, ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import { DatePicker as AriaDatePicker } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Group } from 'react-aria-components/Group';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import { styled } from 'styled-components';
import { DayFrame, type DayProps, dayOf, Segment, Segments, useDay } from './date-field.tsx';
import { floatCss } from './float-css.ts';

const Row = styled(Group)`
  display: flex;
  gap: 8px;
`;

const Square = styled(Button)`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 1px solid var(--border-control);
  border-radius: 10px;
  background: var(--bg-surface);
  color: var(--text-secondary);
  &[data-focus-visible] {
    outline: 3px solid var(--border-focus);
    outline-offset: 2px;
  }
  &[data-disabled] {
    color: var(--text-muted);
    border-color: var(--border-subtle);
    opacity: 0.6;
  }
`;

const Float = styled(Popover)`
  ${floatCss}
  [role='dialog'] {
    padding: 12px;
    outline: none;
  }
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  margin-block-end: 8px;
  h2 {
    font-size: 1rem;
  }
`;

const Month = styled(CalendarGrid)`
  border-collapse: collapse;
  th {
    width: 44px;
    height: 32px;
    font-size: 0.875rem;
    font-weight: 600;
    color: var(--text-secondary);
  }
  td {
    padding: 0;
  }
`;

const Day = styled(CalendarCell)`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border-radius: 10px;
  font-feature-settings: 'tnum';
  cursor: pointer;
  outline: none;
  &[data-hovered] {
    background: var(--bg-selected);
  }
  &[data-today] {
    font-weight: 700;
    text-decoration: underline;
    text-underline-offset: 4px;
  }
  &[data-selected] {
    background: var(--action-bg);
    color: var(--action-text);
  }
  &[data-focus-visible] {
    outline: 3px solid var(--border-focus);
    outline-offset: -3px;
  }
  &[data-disabled],
  &[data-unavailable] {
    color: var(--text-muted);
    text-decoration: line-through;
    cursor: default;
  }
  &[data-outside-month] {
    visibility: hidden;
  }
`;

/**
 * A day of an appointment or a payment: typed, or picked in a calendar whose days outside the limits are closed.
 * Values are `YYYY-MM-DD`, '' while incomplete.
 */
export function DatePicker(props: DayProps) {
  const { frame, day, rest } = useDay(props);
  const { first, last } = rest.limits;
  return (
    <DayFrame {...frame}>
      <AriaDatePicker {...day} isInvalid={frame.error !== undefined}>
        <Row>
          <Segments>{(segment) => <Segment segment={segment} />}</Segments>
          <Square>
            <CalendarIcon size={20} aria-hidden="true" />
          </Square>
        </Row>
        <Float>
          <Dialog>
            <Calendar minValue={dayOf(first)} maxValue={dayOf(last)}>
              <Head>
                <Square slot="previous">
                  <ChevronLeft size={20} aria-hidden="true" />
                </Square>
                <Heading />
                <Square slot="next">
                  <ChevronRight size={20} aria-hidden="true" />
                </Square>
              </Head>
              <Month>
                <CalendarGridHeader>
                  {(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}
                </CalendarGridHeader>
                <CalendarGridBody>{(date) => <Day date={date} />}</CalendarGridBody>
              </Month>
            </Calendar>
          </Dialog>
        </Float>
      </AriaDatePicker>
    </DayFrame>
  );
}
