import { render, screen, within } from '@testing-library/react';
import { visitor } from '../src/testing/visitor.tsx';
import { useState } from 'react';
import { Checkbox } from '../src/checkbox.tsx';
import { CountTabs } from '../src/count-tabs.tsx';
import { DataTable } from '../src/data-table.tsx';
import { DatePicker } from '../src/date-picker.tsx';
import { FilterChips } from '../src/filter-chips.tsx';
import { MaskedText } from '../src/masked-text.tsx';
import { Pager } from '../src/pager.tsx';

Object.assign(globalThis, { CSS: { escape: (text: string) => text } });

function Appointment({ onChange }: { onChange: (day: string) => void }) {
  const [day, setDay] = useState('2026-11-28');
  return (
    <DatePicker
      label="Tanggal observasi"
      limits={{ first: '2026-11-21', last: '2100-12-31', early: 'Sudah lewat', late: 'Terlalu jauh' }}
      value={day}
      onChange={(next) => {
        setDay(next);
        onChange(next);
      }}
    />
  );
}

test('when the calendar opens, then it speaks Indonesian and days before the earliest cannot be chosen', async () => {
  const chosen = jest.fn();
  render(<Appointment onChange={chosen} />);
  await visitor().click(screen.getByRole('button', { name: /Kalender/u }));
  const calendar = await screen.findByRole('application', { name: /November 2026/u });
  const day = (name: RegExp) => within(calendar).getByRole('button', { name });
  expect(day(/20 November 2026/u).getAttribute('aria-disabled')).toBe('true');
  expect(within(calendar).getAllByRole('button', { name: 'Berikutnya' }).length).toBeGreaterThan(0);
  await visitor().click(day(/20 November 2026/u));
  expect(chosen).not.toHaveBeenCalled();
  await visitor().click(day(/30 November 2026/u));
  expect(chosen).toHaveBeenLastCalledWith('2026-11-30');
});

test('when some of many are chosen, then the box shows neither all nor none', () => {
  render(<Checkbox label="Pilih semua" some readOnly />);
  expect(screen.getByLabelText<HTMLInputElement>('Pilih semua').indeterminate).toBe(true);
});

const PARTS = [
  { key: 'paid', label: 'Menunggu', count: 1402, tone: 'attention' },
  { key: 'verified', label: 'Terverifikasi', count: null, tone: 'success' },
] as const;

test('when a count is pressed, then it is the filter; pressed again, it is none', async () => {
  const change = jest.fn();
  const { rerender } = render(<CountTabs label="Status" tabs={PARTS} value={null} onChange={change} />);
  await visitor().click(screen.getByRole('button', { name: 'Menunggu 1.402' }));
  expect(change).toHaveBeenLastCalledWith('paid');
  rerender(<CountTabs label="Status" tabs={PARTS} value="paid" onChange={change} />);
  const card = screen.getByRole('button', { name: 'Menunggu 1.402' });
  expect(card.getAttribute('aria-pressed')).toBe('true');
  await visitor().click(card);
  expect(change).toHaveBeenLastCalledWith(null);
});

test('when no filter is set, then there is no row of chips; a chip takes its own filter away', async () => {
  const remove = jest.fn();
  const clear = jest.fn();
  const row = (chips: { key: string; label: string; onRemove: () => void }[]) => (
    <FilterChips
      label="Saringan"
      chips={chips}
      removeLabel={(chip) => `Hapus ${chip}`}
      clearLabel="Hapus saringan"
      onClear={clear}
    />
  );
  const { container, rerender } = render(row([]));
  expect(container.textContent).toBe('');
  rerender(row([{ key: 'j', label: 'Jenjang: SD', onRemove: remove }]));
  await visitor().click(screen.getByRole('button', { name: 'Hapus Jenjang: SD' }));
  await visitor().click(screen.getByRole('button', { name: 'Hapus saringan' }));
  expect([remove.mock.calls.length, clear.mock.calls.length]).toEqual([1, 1]);
});

test('when a personal number is shown, then only its end is seen until it is asked for', async () => {
  const { container } = render(<MaskedText name="NIK" value="3271051403200001" />);
  expect(container.textContent).toBe('••••••••••••0001');
  await visitor().click(screen.getByRole('button', { name: 'Tampilkan NIK' }));
  expect(container.textContent).toBe('3271051403200001');
  await visitor().click(screen.getByRole('button', { name: 'Sembunyikan NIK' }));
  expect(container.textContent).toBe('••••••••••••0001');
});

test('when there is one page, then nothing is to turn; at an end its button does nothing', async () => {
  const turn = jest.fn();
  const pager = (next: string | null) => (
    <Pager label="Halaman" page={1} pages={3} next={next} previous={null} onTurn={turn} />
  );
  const { container, rerender } = render(pager(null));
  expect(container.textContent).toBe('');
  rerender(pager('b'));
  expect(screen.getByText('Halaman 1 dari 3')).toBeTruthy();
  await visitor().click(screen.getByRole('button', { name: 'Sebelumnya' }));
  expect(turn).not.toHaveBeenCalled();
  await visitor().click(screen.getByRole('button', { name: 'Berikutnya' }));
  expect(turn).toHaveBeenCalledWith('b', 1);
});

test('when a row is clicked, then it opens; a control in it does its own work only', async () => {
  const open = jest.fn();
  const press = jest.fn();
  render(
    <DataTable
      caption="Anak"
      columns={[
        { key: 'name', header: 'Nama', rowHeader: true, render: (row) => row.name },
        {
          key: 'act',
          header: 'Aksi',
          head: <b>!</b>,
          render: () => (
            <button type="button" onClick={press}>
              Lihat
            </button>
          ),
        },
      ]}
      rows={[{ name: 'Umar' }]}
      rowKey={(row) => row.name}
      marked={() => true}
      onOpen={open}
    />,
  );
  await visitor().click(screen.getByRole('button', { name: 'Lihat' }));
  expect([press.mock.calls.length, open.mock.calls.length]).toEqual([1, 0]);
  await visitor().click(screen.getByText('Umar'));
  expect(open).toHaveBeenCalledWith({ name: 'Umar' });
  expect(screen.getByText('!')).toBeTruthy();
});
