import { useState } from 'react';
import { styled } from 'styled-components';
import { wordsOfToday } from './today.ts';

const Words = styled.span`
  font-weight: 600;
`;

/** Today in both calendars, in the bar of the staff's dashboard. */
export function BarDate() {
  const [today] = useState(wordsOfToday);
  return <Words>{today}</Words>;
}
