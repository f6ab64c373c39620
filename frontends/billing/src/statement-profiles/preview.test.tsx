import { previewOf, readDay, readMoney, suggestedMapping } from './preview.ts';

const HEADERS = ['Tgl', 'Uraian Transaksi', 'Nominal', 'D/K', 'Saldo Akhir'];
const ROWS = [
  ['20/11/2026', 'TRF RINA WATI', '350.137,00', 'K', '1.350.137,00'],
  ['21/11/2026', 'ADM', '5.000,00', 'D', '1.345.137,00'],
];

test.each([
  ['20/11/2026', 'DD/MM/YYYY', '2026-11-20'],
  ["'20/11/26 08.10", 'DD/MM/YY', '2026-11-20'],
  ['2026-11-20T08:10', 'YYYY-MM-DD', '2026-11-20'],
  ['20 Nop 2026', 'DD MMM YYYY', null],
  ['20 Okt 2026', 'DD MMM YYYY', '2026-10-20'],
  ['31/02/2026', 'DD/MM/YYYY', null],
] as const)('when a bank writes %s and %s is chosen, then it is read as %s', (text, format, day) => {
  expect(readDay(text, format)).toBe(day);
});

test('when amounts have signs, words and points, then they are read, and other text is not', () => {
  expect(readMoney('Rp 1.250.000,50', ',')).toEqual({ value: 1_250_000.5, mark: '' });
  expect(readMoney('3,528,964.00 CR', '.')).toEqual({ value: 3_528_964, mark: 'CR' });
  expect(readMoney('-5.000,00', ',')).toEqual({ value: -5000, mark: '' });
  expect(readMoney('SETORAN', ',')).toBeNull();
});

test('when the heads name their columns, then these are suggested and the rows are read', () => {
  const mapping = suggestedMapping(HEADERS, ROWS);
  expect(mapping).toEqual({
    places: ['date', 'description', 'amount', 'direction', 'balance'],
    dateFormat: 'DD/MM/YYYY',
    decimal: ',',
  });
  expect(ROWS.map((row) => previewOf(row, mapping))).toEqual([
    { date: '2026-11-20', direction: 'in', amount: 350_137, text: 'TRF RINA WATI' },
    { date: '2026-11-21', direction: 'out', amount: 5000, text: 'ADM' },
  ]);
});

test('when credit and debit stand apart, then the filled one decides', () => {
  const mapping = suggestedMapping(
    ['Tanggal', 'Keterangan', 'Debit', 'Kredit'],
    [['20/11/2026', 'A', '', '1.000,00']],
  );
  expect(previewOf(['20/11/2026', 'A', '', '1.000,00'], mapping)).toMatchObject({
    direction: 'in',
    amount: 1000,
  });
  expect(previewOf(['20/11/2026', 'B', '2.000,00', '0,00'], mapping)).toMatchObject({
    direction: 'out',
    amount: 2000,
  });
});
