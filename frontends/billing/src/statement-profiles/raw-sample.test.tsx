import { Blob } from 'node:buffer';
import { DecompressionStream } from 'node:stream/web';
import { TextDecoder } from 'node:util';
import { bankWorkbook } from '../../test/workbooks.ts';
import { previewOf, suggestedMapping } from './preview.ts';
import { rawSample, type RawSample } from './raw-sample.ts';

// The browser's own. The document of the tests has another Blob, which other files of a group go on with.
const own = { TextDecoder: globalThis.TextDecoder, Blob: globalThis.Blob };
beforeAll(() => void Object.assign(globalThis, { TextDecoder, Blob, DecompressionStream }));
afterAll(() => void Object.assign(globalThis, own));

const fileOf = (content: string | Buffer) => new Blob([content]) as unknown as globalThis.Blob;

const HEADERS = ['Tgl', 'Uraian Transaksi', 'Nominal', 'D/K', 'Saldo Akhir'];

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
  expect(await rawSample(fileOf('a;b'), HEADERS)).toBe('head_not_found');
});

test('when the file is a workbook, then its first sheet is read, days and amounts as the server writes them', async () => {
  const file = fileOf(bankWorkbook());
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
  const { sample } = found as RawSample;
  const mapping = suggestedMapping(headers, sample);
  expect(mapping).toMatchObject({ dateFormat: 'YYYY-MM-DD', decimal: '.' });
  expect(sample.map((row) => previewOf(row, mapping))).toMatchObject([
    { date: '2026-11-20', direction: 'in', amount: 350_137, text: 'TRF <RINA>' },
    { date: '2026-11-21', direction: 'out', amount: 5000 },
  ]);
  expect(await rawSample(file, ['Lain'])).toBe('head_not_found');
});

test('when a workbook is cut off, empty or no archive at all, then it is called broken, not headless', async () => {
  const whole = bankWorkbook();
  for (const bytes of [
    Buffer.from('PK\u0003'),
    whole.subarray(0, whole.length / 2),
    // The directory is there, but what it leads to is not.
    Buffer.concat([Buffer.from('PK'), Buffer.alloc(whole.length - 300), whole.subarray(-298)]),
  ])
    expect(await rawSample(fileOf(bytes), HEADERS)).toBe('broken_workbook');
});

test('when the file has left its place since it was chosen, then that is said, wherever the reading stops', async () => {
  const gone = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  const cut = { arrayBuffer: gone, slice: () => ({ arrayBuffer: gone }) } as unknown as globalThis.Blob;
  expect(await rawSample(cut, HEADERS)).toBe('file_gone');
  const half = {
    arrayBuffer: gone,
    slice: () => fileOf(bankWorkbook()),
  } as unknown as globalThis.Blob;
  expect(await rawSample(half, HEADERS)).toBe('file_gone');
});
