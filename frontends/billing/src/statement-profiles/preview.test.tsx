import { Blob } from 'node:buffer';
import { DecompressionStream } from 'node:stream/web';
import { TextDecoder } from 'node:util';
import { bankWorkbook } from '../../test/workbooks.ts';
import { previewOf, readDay, readMoney, suggestedMapping } from './preview.ts';
import { rawSample } from './raw-sample.ts';

// The browser's own; the document of the tests has none of them.
Object.assign(globalThis, { TextDecoder, Blob, DecompressionStream });
const fileOf = (text: string) => new Blob([text]) as unknown as globalThis.Blob;

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

test('when the file is read again, then its rows come as they are, whatever stands above them', async () => {
  const text = [
    'Mutasi',
    '',
    HEADERS.join(';'),
    '20/11/2026;"TRF; RINA ""WATI""";350.137,00;K;1.350.137,00',
  ].join('\r\n');
  expect(await rawSample(fileOf(text), HEADERS)).toEqual({
    headers: HEADERS,
    sample: [['20/11/2026', 'TRF; RINA "WATI"', '350.137,00', 'K', '1.350.137,00']],
    delimiter: ';',
    encoding: 'utf-8',
    skip_rows: 1,
  });
  expect(await rawSample(fileOf('PK\u0003'), HEADERS)).toBeNull();
  expect(await rawSample(fileOf('a;b'), HEADERS)).toBeNull();
});

test('when the file is a workbook, then its first sheet is read, days and amounts as the server writes them', async () => {
  const file = new Blob([bankWorkbook()]) as unknown as globalThis.Blob;
  const headers = ['Tgl', 'Uraian Transaksi', 'Masuk & kredit', 'Keluar', ''];
  const found = await rawSample(file, headers);
  expect(found).toEqual({
    headers,
    sample: [
      ['2026-11-20', 'TRF <RINA>', '350137', '', ''],
      ['2026-11-21', '', '', '5000.50', ''],
    ],
    delimiter: ',',
    encoding: 'utf-8',
    skip_rows: 1,
  });
  const mapping = suggestedMapping(headers, found?.sample ?? []);
  expect(mapping).toMatchObject({ dateFormat: 'YYYY-MM-DD', decimal: '.' });
  expect(found?.sample.map((row) => previewOf(row, mapping))).toMatchObject([
    { date: '2026-11-20', direction: 'in', amount: 350_137, text: 'TRF <RINA>' },
    { date: '2026-11-21', direction: 'out', amount: 5000 },
  ]);
  expect(await rawSample(file, ['Lain'])).toBeNull();
});
