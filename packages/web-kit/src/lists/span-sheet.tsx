import { spanLimits } from '@gerbang/domain/day-limits';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { Row, Stack } from '@gerbang/ui/layout';
import { useState } from 'react';
import { DayFilter } from './day-filter.tsx';
import { DAYS, type Span } from './span-words.ts';

const copy = {
  from: 'Dari tanggal',
  to: 'Sampai tanggal',
  clear: 'Semua tanggal',
  done: 'Selesai',
} as const;

/** The days that are chosen most, today among them. */
const RECENT = [
  { label: 'Hari ini', days: 1 },
  { label: '7 hari terakhir', days: 7 },
  { label: '30 hari terakhir', days: 30 },
] as const;

/** The days of a list: those of today, of the last week or month at one press, or from one day to another. */
export function SpanSheet({
  span,
  onChange,
  onClose,
}: {
  span: Span;
  onChange: (span: Partial<Span>) => void;
  onClose: () => void;
}) {
  const [today] = useState(() => jakartaDay(new Date()));
  const [from, to] = [span.from ?? '', span.to ?? ''];
  const limits = spanLimits(from, to);
  const choose = (chosen: Span) => {
    onChange(chosen);
    onClose();
  };
  return (
    <Dialog title={DAYS} onClose={onClose}>
      <Stack>
        <Row>
          {RECENT.map(({ label, days }) => (
            <Button
              key={label}
              small
              variant="secondary"
              aria-pressed={to === today && from === addDays(today, 1 - days)}
              onClick={() => choose({ from: addDays(today, 1 - days), to: today })}
            >
              {label}
            </Button>
          ))}
        </Row>
        <DayFilter
          label={copy.from}
          limits={limits.from}
          value={from}
          onChange={(day) => onChange({ from: day || null })}
        />
        <DayFilter
          label={copy.to}
          limits={limits.to}
          value={to}
          onChange={(day) => onChange({ to: day || null })}
        />
        <DialogActions>
          <Button variant="secondary" onClick={() => choose({ from: null, to: null })}>
            {copy.clear}
          </Button>
          <Button onClick={onClose}>{copy.done}</Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
