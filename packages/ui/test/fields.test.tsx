import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { visitor } from '../src/testing/visitor.tsx';
import { Button } from '../src/button.tsx';
import { ErrorSummary } from '../src/error-summary.tsx';
import { OtpField } from '../src/otp-field.tsx';
import { PasswordField } from '../src/password-field.tsx';
import { Select } from '../src/select.tsx';
import { TextField } from '../src/text-field.tsx';

test('when a field has a hint and an error, then both describe it and it counts as invalid', () => {
  render(<TextField label="Email" hint="contoh: ibu@contoh.id" error="Format email tidak valid" />);
  const field = screen.getByLabelText('Email');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'contoh: ibu@contoh.id',
    'Format email tidak valid',
  ]);
});

test('when a field is optional, then its label says so and it is not required', () => {
  render(<TextField label="Nama" optional />);
  const field = screen.getByLabelText('Nama (opsional)');
  expect(field.getAttribute('aria-required')).toBe('false');
});

test('when the toggle of a password is used, then it is shown, and hidden again', async () => {
  render(<PasswordField label="Password" />);
  const field = screen.getByLabelText('Password');
  expect(field.getAttribute('type')).toBe('password');
  await visitor().click(screen.getByRole('button', { name: 'Tampilkan Password' }));
  expect(field.getAttribute('type')).toBe('text');
  await visitor().click(screen.getByRole('button', { name: 'Sembunyikan Password' }));
  expect(field.getAttribute('type')).toBe('password');
});

test.each([
  ['123 456', '123456'],
  ['12-34-56', '123456'],
  ['abc1', '1'],
  ['１２３４５６', '123456'],
  ['1234567', '123456'],
])('when %s is pasted as a code, then %s is shown', (pasted, kept) => {
  render(<OtpField label="Kode" />);
  const field = screen.getByLabelText<HTMLInputElement>('Kode');
  fireEvent.change(field, { target: { value: pasted } });
  expect(field.value).toBe(kept);
  expect(field.getAttribute('autocomplete')).toBe('one-time-code');
  expect(field.getAttribute('inputmode')).toBe('numeric');
});

test('when a select has a placeholder, then nothing is chosen at first', () => {
  render(
    <Select label="Peran" placeholder="Pilih peran" options={[{ value: 'cs', label: 'Customer Service' }]} />,
  );
  expect(screen.getByLabelText<HTMLSelectElement>('Peran').value).toBe('');
});

test('when a button is pending, then it says so, keeps the focus and does nothing', async () => {
  const clicked = jest.fn();
  const { rerender } = render(<Button onClick={clicked}>Masuk</Button>);
  await visitor().click(screen.getByRole('button', { name: 'Masuk' }));
  expect(clicked).toHaveBeenCalledTimes(1);
  rerender(
    <Button onClick={clicked} pending pendingLabel="Memproses...">
      Masuk
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Memproses...' });
  await visitor().click(button);
  expect(clicked).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

test('when a form failed, then the summary has the focus and its lines lead to the fields', async () => {
  render(
    <>
      <ErrorSummary errors={[{ fieldId: 'nama', message: 'Nama harus diisi' }]} />
      <input id="nama" aria-label="Nama" />
    </>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')));
  await visitor().click(screen.getByRole('link', { name: 'Nama harus diisi' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nama')));
});

test('when a filter is chosen again before its value says the first choice, then the second goes on from the first', async () => {
  const chosen: string[] = [];
  const filter = (value: string) => (
    <Select
      filters
      label="Jenjang"
      value={value}
      options={['KB', 'TK', 'SD'].map((one) => ({ value: one, label: one }))}
      onChange={({ target }) => chosen.push(target.value)}
    />
  );
  const { rerender } = render(filter('KB'));
  const field = screen.getByLabelText<HTMLSelectElement>('Jenjang');
  fireEvent.change(field, { target: { value: 'TK' } });
  expect(field.value).toBe('TK');
  fireEvent.change(field, { target: { value: 'SD' } });
  expect([field.value, chosen]).toEqual(['SD', ['TK', 'SD']]);
  for (const arrived of ['TK', 'SD']) {
    rerender(filter(arrived));
    expect(field.value).toBe('SD');
  }
  rerender(filter('KB'));
  expect(field.value).toBe('KB');
});
