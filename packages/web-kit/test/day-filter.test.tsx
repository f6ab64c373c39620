import '@gerbang/web-kit/testing/dom-globals';
import { spanLimits } from '@gerbang/domain/day-limits';
import { render, screen } from '@testing-library/react';
import { visitor } from '@gerbang/ui/testing/visitor';
import { useState } from 'react';
import { DayFilter } from '../src/lists/day-filter.tsx';

function Until({ from, onChange }: { from: string; onChange: (day: string) => void }) {
  const [to, setTo] = useState('2026-11-20');
  return (
    <>
      <DayFilter
        label="Sampai"
        limits={spanLimits(from, to).to}
        value={to}
        onChange={(day) => {
          setTo(day);
          onChange(day);
        }}
      />
      <button type="button" onClick={() => setTo('')}>
        Hapus saringan
      </button>
    </>
  );
}

const typed = () => screen.getAllByRole('spinbutton').map((part) => part.textContent);

test('when a day outside the span is typed, then it stays with its message and filters nothing, until it fits', async () => {
  const onChange = jest.fn();
  const type = visitor();
  render(<Until from="2026-11-10" onChange={onChange} />);
  const [day] = screen.getAllByRole('spinbutton');
  await type.click(day as HTMLElement);
  await type.keyboard('09112026');
  await type.tab();
  await type.tab();
  expect(screen.getByText(/^Tanggal awal tidak boleh sesudah tanggal akhir\./u)).toBeTruthy();
  expect(typed()).toEqual(['09', '11', '2026']);
  expect(onChange).not.toHaveBeenCalled();

  await type.click(day as HTMLElement);
  await type.keyboard('12');
  expect(onChange.mock.calls).toEqual([['2026-11-12']]);
  expect(screen.queryByText(/^Tanggal awal tidak boleh/u)).toBeNull();
});

test('when the filter is cleared elsewhere, then a day that was held back goes too', async () => {
  const type = visitor();
  render(<Until from="2026-11-10" onChange={jest.fn()} />);
  await type.click(screen.getAllByRole('spinbutton')[2] as HTMLElement);
  await type.keyboard('1999');
  await type.click(screen.getByRole('button', { name: 'Hapus saringan' }));
  expect(typed()).toEqual(['hh', 'bb', 'tttt']);
});
