import { CalendarLeaf } from '@gerbang/ui/calendar-leaf';
import { Quiet, Row, Text } from '@gerbang/ui/layout';
import { clockText, dayParts } from '@gerbang/web-kit/page/days';
import { chatAddress } from '@gerbang/web-kit/page/format';
import { CalendarPlus, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useSchool } from '@gerbang/web-kit/api/school';
import { homeCopy as copy } from './home.copy.ts';
import { calendarOf, type Parent } from './steps.ts';

/** A link beside an appointment. */
export const Save = styled.a`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 44px;
  font-weight: 600;
`;

type Observation = NonNullable<Parent['observations']>[number];

/**
 * When and where the observation is and what to bring, with the file for a calendar and, as `children`, what else its family
 * can do; where it cannot move it itself (`moves`), the way to ask for another day. `inSlot` = staff or family chose a slot.
 */
export function Appointment({
  observation,
  child,
  moves = false,
  inSlot = false,
  children,
}: {
  observation: Observation;
  child: string;
  moves?: boolean;
  inSlot?: boolean;
  children?: ReactNode;
}) {
  const contact = useSchool().data?.contact_whatsapp;
  const { day, time, place, bring, registration_id } = observation;
  const { weekday, day: number, month } = dayParts(day);
  const save = inSlot ? copy.slotCalendar : copy.calendar;
  const at = [`${weekday}, ${number} ${month}`, time ? clockText(time) : null].filter(Boolean).join(' · ');
  return (
    <CalendarLeaf
      weekday={weekday.slice(0, 3).toUpperCase()}
      day={number}
      month={month.slice(0, 3).toUpperCase()}
    >
      <Quiet $small>{copy.observation}</Quiet>
      <Text as="b" $figures>
        {at}
      </Text>
      {place ? <p>{place}</p> : null}
      {bring ? (
        <Text $small $lines>
          {copy.bring(bring)}
        </Text>
      ) : null}
      <Row $gap={0} $apart={16}>
        <Save href={calendarOf(registration_id)} download aria-label={copy.calendarOf(save, child)}>
          <CalendarPlus size={18} aria-hidden="true" />
          {save}
        </Save>
        {children}
        {contact && !moves ? (
          <Save
            href={chatAddress(contact, copy.askOtherDay(child, `${number} ${month}`))}
            target="_blank"
            rel="noreferrer"
            aria-label={copy.otherDayOf(child)}
          >
            <MessageCircle size={18} aria-hidden="true" />
            {copy.otherDay}
          </Save>
        ) : null}
      </Row>
    </CalendarLeaf>
  );
}
