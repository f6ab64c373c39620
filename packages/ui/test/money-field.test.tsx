import { render, screen } from '@testing-library/react';
import { visitor } from '../src/testing/visitor.tsx';
import { useState } from 'react';
import { MoneyField } from '../src/money-field.tsx';

function Amount() {
  const [value, setValue] = useState<number | null>(350_000);
  return <MoneyField label="Jumlah" value={value} onChange={setValue} />;
}

const paste = async (text: string) => {
  render(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>('Jumlah');
  await visitor().click(field);
  await visitor().paste(text);
  return field;
};

test.each([
  ['1,500,000.00', 'Rp 1.500.000'],
  ['125000.00', 'Rp 125.000'],
  ['550,000', 'Rp 550.000'],
  ['Rp1.500.000,-', 'Rp 1.500.000'],
])('when %s is pasted, then the field holds %s', async (text, shown) => {
  expect((await paste(text)).value).toBe(shown);
});

test('when an amount that may mean another sum is pasted, then the old one stays until something is typed, and the field says so', async () => {
  const field = await paste('1.500,000');
  expect(field.value).toBe('Rp 350.000');
  expect(screen.getByText(/Jumlah yang ditempel tidak jelas/u)).toBeDefined();
  await visitor().type(field, '1');
  expect(screen.queryByText(/Jumlah yang ditempel tidak jelas/u)).toBeNull();
});
