import '@gerbang/web-kit/testing/dom-globals';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import { visitor } from '@gerbang/ui/testing/visitor';
import { render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { SpanFilter } from '../src/lists/span-filter.tsx';
import { type Span, spanWords } from '../src/lists/span-words.ts';

const NONE: Span = { from: null, to: null };

function Shown({ first = NONE, onChange }: { first?: Span; onChange: (span: Span) => void }) {
  const [span, setSpan] = useState(first);
  return (
    <SpanFilter
      span={span}
      onChange={(change) => {
        const next = { ...span, ...change };
        setSpan(next);
        onChange(next);
      }}
    />
  );
}

const open = async (type: ReturnType<typeof visitor>) => {
  await type.click(screen.getByRole('button', { name: 'Tanggal' }));
  await screen.findByRole('dialog', { name: 'Tanggal' });
};

test('when the last seven days are pressed, then both ends are set at once and the sheet closes', async () => {
  const type = visitor();
  const onChange = jest.fn();
  render(<Shown onChange={onChange} />);
  await open(type);
  await type.click(screen.getByRole('button', { name: '7 hari terakhir' }));
  const today = jakartaDay(new Date());
  expect(onChange.mock.calls).toEqual([[{ from: addDays(today, -6), to: today }]]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await open(type);
  const pressed = screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
  expect(pressed).toEqual(['7 hari terakhir']);
});

test('when a day of one’s own is typed, then the sheet stays for the other end, and all days come back at one press', async () => {
  const type = visitor();
  const onChange = jest.fn();
  render(<Shown first={{ from: '2026-11-01', to: null }} onChange={onChange} />);
  await open(type);
  const [, , , day] = screen.getAllByRole('spinbutton');
  await type.click(day as HTMLElement);
  await type.keyboard('07112026');
  expect(onChange.mock.calls.at(-1)).toEqual([{ from: '2026-11-01', to: '2026-11-07' }]);
  expect(screen.getByRole('dialog')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Semua tanggal' }));
  expect(onChange.mock.calls.at(-1)).toEqual([NONE]);
});

test.each([
  [NONE, null],
  [{ from: '2026-11-01', to: null }, 'Tanggal: sejak 1 November 2026'],
  [{ from: null, to: '2026-11-07' }, 'Tanggal: sampai 7 November 2026'],
  [{ from: '2026-11-07', to: '2026-11-07' }, 'Tanggal: 7 November 2026'],
  [{ from: '2026-11-01', to: '2026-11-07' }, 'Tanggal: 1 November 2026 – 7 November 2026'],
])('when the span is %j, then its chip says %p', (span, words) => {
  expect(spanWords(span)).toBe(words);
});
