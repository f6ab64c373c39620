import { Button } from '@gerbang/ui/button';
import { CalendarDays } from 'lucide-react';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { DAYS, type Span, spanWords } from './span-words.ts';

// Calendars weigh more than the rest of a list: they come with the sheet.
const SpanSheet = lazySheet(() => import('./span-sheet.tsx').then((file) => file.SpanSheet));

const Place = styled.div`
  > button {
    width: 100%;
    white-space: nowrap;
  }
  &[data-on] > button {
    background: var(--bg-selected);
  }
`;

/** One filter for both ends of a span: a button whose sheet offers today, the last days, and two days of one's own. */
export function SpanFilter({ span, onChange }: { span: Span; onChange: (span: Partial<Span>) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <Place data-on={spanWords(span) === null ? undefined : true}>
      <Button
        small
        variant="secondary"
        aria-haspopup="dialog"
        icon={<CalendarDays size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {DAYS}
      </Button>
      <Suspense fallback={null}>
        {open ? <SpanSheet span={span} onChange={onChange} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </Place>
  );
}
