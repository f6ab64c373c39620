import { Quiet } from '@gerbang/ui/layout';
import { useState } from 'react';
import { styled } from 'styled-components';
import { copy } from '../copy.ts';
import { wordsOfToday } from './today.ts';

const Words = styled.p`
  font-weight: 600;
  line-height: 1.3;
  span {
    font-weight: 400;
  }
`;

/** The greeting and today in both calendars, in the bar of the staff's dashboard. */
export function BarDate({ name }: { name: string }) {
  const [today] = useState(wordsOfToday);
  return (
    <Words>
      {copy.salam}, {name} <Quiet as="span">· {today}</Quiet>
    </Words>
  );
}
