import { TextDecoder, TextEncoder } from 'node:util';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { visitor } from '../src/testing/visitor.tsx';
import { useState } from 'react';
import { DateField } from '../src/date-field.tsx';
import { RadioGroup } from '../src/radio-group.tsx';
import { SearchSelect } from '../src/search-select.tsx';

Object.assign(globalThis, { TextDecoder, TextEncoder, CSS: { escape: (text: string) => text } });

const PROVINCES = ['Aceh', 'Jawa Barat', 'Jawa Timur'].map((label) => ({ id: label, label }));

function Chooser({ onChange }: { onChange: (id: string) => void }) {
  const [value, setValue] = useState('');
  return (
    <SearchSelect
      label="Provinsi"
      searchLabel="Cari provinsi"
      placeholder="Pilih provinsi"
      emptyText="Provinsi tidak ditemukan"
      options={PROVINCES}
      value={value}
      onChange={(id) => {
        setValue(id);
        onChange(id);
      }}
    />
  );
}

test('when a choice among many is searched, then the count is spoken, one is taken by keyboard, and the field shows it', async () => {
  const onChange = jest.fn();
  const type = visitor();
  render(<Chooser onChange={onChange} />);
  const opener = screen.getByRole('button', { name: /Provinsi/u });
  expect(opener.textContent).toContain('Pilih provinsi');
  await type.click(opener);
  const search = screen.getByRole('searchbox', { name: 'Cari provinsi' });
  await type.type(search, 'JAWA');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Jawa Barat',
    'Jawa Timur',
  ]);
  expect(screen.getByRole('status').textContent).toBe('2 pilihan');
  await type.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.querySelector('[role=option][data-focused]')).toBeTruthy());
  await type.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledTimes(1);
  const [chosen] = onChange.mock.calls[0] as [string];
  expect(['Jawa Barat', 'Jawa Timur']).toContain(chosen);
  expect(screen.getByRole('button', { name: /Provinsi/u }).textContent).toContain(chosen);
});

test('when nothing is found, then the specified words are shown and are spoken', async () => {
  const type = visitor();
  render(<Chooser onChange={jest.fn()} />);
  await type.click(screen.getByRole('button', { name: /Provinsi/u }));
  await type.type(screen.getByRole('searchbox'), 'xyz');
  expect(screen.queryByRole('option', { name: 'Aceh' })).toBeNull();
  expect(within(screen.getByRole('listbox')).getByText('Provinsi tidak ditemukan')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Provinsi tidak ditemukan');
});

const BORN = { first: '1900-01-01', last: '2026-11-27', early: 'Terlalu lama', late: 'Belum lahir' };

function Birthday({ onChange, error }: { onChange: (day: string) => void; error?: string }) {
  const [value, setValue] = useState('');
  return (
    <DateField
      id="lahir"
      label="Tanggal lahir"
      limits={BORN}
      error={error}
      value={value}
      onChange={(day) => {
        setValue(day);
        onChange(day);
      }}
    />
  );
}

test('when a day is typed, then day, month and year follow each other and onChange gets the day once it is complete', async () => {
  const onChange = jest.fn();
  const type = visitor();
  render(<Birthday onChange={onChange} />);
  const parts = screen.getAllByRole('spinbutton');
  expect(parts.map((part) => part.getAttribute('aria-label')?.split(',')[0]?.trim())).toEqual([
    expect.stringMatching(/^hari/u),
    expect.stringMatching(/^bulan/u),
    expect.stringMatching(/^tahun/u),
  ]);
  await type.click(parts[0] as HTMLElement);
  await type.keyboard('17082020');
  expect(onChange).toHaveBeenLastCalledWith('2020-08-17');
  expect(screen.queryByRole('button')).toBeNull();
});

test('when a day outside the limits is typed, then it stays, and the field says so once it is left', async () => {
  const onChange = jest.fn();
  const type = visitor();
  render(
    <>
      <Birthday onChange={onChange} error="Tanggal lahir harus diisi" />
      <button type="button">Simpan</button>
    </>,
  );
  const [first] = screen.getAllByRole('spinbutton');
  await type.click(first as HTMLElement);
  await type.keyboard('17082');
  expect(onChange).toHaveBeenLastCalledWith('0002-08-17');
  expect(screen.queryByText('Terlalu lama')).toBeNull();
  await type.keyboard('027');
  await type.click(screen.getByRole('button', { name: 'Simpan' }));
  expect(screen.getByText('Belum lahir').id).toBe('lahir-error');
  expect(screen.queryByText('Tanggal lahir harus diisi')).toBeNull();
  expect(screen.getByRole('group').getAttribute('aria-describedby')).toContain('lahir-error');
  const texts = screen.getAllByRole('spinbutton').map((part) => part.textContent);
  expect(texts).toEqual(['17', '08', '2027']);

  await type.click(screen.getAllByRole('spinbutton')[2] as HTMLElement);
  await type.keyboard('2025');
  expect(screen.queryByText('Belum lahir')).toBeNull();
  expect(onChange).toHaveBeenLastCalledWith('2025-08-17');
});

test('when the summary leads to the day, then its first segment takes the focus', () => {
  render(<Birthday onChange={jest.fn()} error="Tanggal lahir harus diisi" />);
  act(() => document.getElementById('lahir')?.focus());
  expect(document.activeElement).toBe(screen.getAllByRole('spinbutton')[0]);
  expect(screen.getByText('Tanggal lahir harus diisi').id).toBe('lahir-error');
});

test('when a choice is wrong, then the message is tied to the group and its id is on the first button', () => {
  render(
    <RadioGroup
      id="status"
      name="status"
      label="Status"
      error="Pilihan tidak dikenal"
      options={[
        { value: 'HIDUP', label: 'HIDUP' },
        { value: 'MENINGGAL', label: 'MENINGGAL' },
      ]}
    />,
  );
  const group = screen.getByRole('radiogroup', { name: 'Status' });
  expect(group.getAttribute('aria-describedby')).toBe('status-error');
  expect(document.getElementById('status')).toBe(screen.getByRole('radio', { name: 'HIDUP' }));
});
