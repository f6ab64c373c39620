import type { OwnResult } from '@gerbang/contracts/announcement-shapes';
import { Card } from '@gerbang/ui/card';
import { Quiet, Text } from '@gerbang/ui/layout';
import { formatDateLong } from '@gerbang/web-kit/page/format';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { resultsCopy } from '../dashboard/dashboard.copy.ts';
import { resultCopy as copy } from './result.copy.ts';

const Quote = styled.blockquote`
  margin: 4px 0 0;
  font-size: 1.0625rem;
  line-height: 1.6;
  white-space: pre-line;
  &::before {
    content: '“';
  }
  &::after {
    content: '”';
  }
`;

/** What the child of a result is called. */
export const callNameOf = ({ child }: OwnResult) => child.nick_name ?? child.full_name;

/** What the team wrote about the child, as a quotation. */
export function Note({ text }: { text: string }) {
  return (
    <div>
      <Quiet $small>{copy.noteTitle}</Quiet>
      <Quote>{text}</Quote>
    </div>
  );
}

/** The letter that every family of the announcement gets, with what it is about. */
export function Letter({ row, children }: { row: OwnResult; children?: ReactNode }) {
  return (
    <Card as="article">
      <Quiet $small>{copy.letterTitle}</Quiet>
      <Text as="b">{row.title}</Text>
      <Quiet $small $figures>
        {row.child.full_name} · {resultsCopy.period} {row.observation_period} · {resultsCopy.published}{' '}
        {formatDateLong(row.first_published_at ?? row.published_at)}
        {row.first_published_at ? ` · ${resultsCopy.corrected} ${formatDateLong(row.published_at)}` : ''}
      </Quiet>
      <Text $lines>{row.content}</Text>
      {children}
    </Card>
  );
}
