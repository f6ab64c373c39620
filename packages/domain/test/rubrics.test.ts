import { flaggedWords } from '../src/rubrics.ts';

const words = (label: string, jenjang: 'SD' | 'TK' = 'SD', help: string | null = null) =>
  flaggedWords({ jenjang, title: 'Observasi', items: [{ label, help }] });

test.each([
  ['Membaca nyaring', ['membaca']],
  ['Dapat MEMBACAKAN puisi', ['membaca']],
  ['Tes-baca dan menulis nama', ['menulis', 'tes baca']],
  ['Calistung, penjumlahan', ['calistung', 'penjumlahan']],
  ['Menyimak cerita', []],
  ['Bercerita', []],
])('%s points to %j', (label, found) => {
  expect(words(label)).toEqual(found);
  expect(words(label, 'TK')).toEqual([]);
});

test('the help and the title are looked at too', () => {
  expect(words('Bahasa', 'SD', 'Mengeja namanya')).toEqual(['mengeja']);
  expect(flaggedWords({ jenjang: 'SD', title: 'Tes membaca', items: [] })).toEqual(['membaca']);
});
