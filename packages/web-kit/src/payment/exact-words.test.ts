import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { addWords } from './exact-words.ts';
import { tellingDigits } from './exact-words.ts';

test.each([
  [350_000, 137, '137'],
  [350_000, 37, '37'],
  [350_000, 7, '7'],
  [350_000, 100, '100'],
  [350_500, 137, '637'],
  [12_250_110, 27, '37'],
  [350_990, 15, null],
  [999_990, 15, null],
  [350_000, 0, null],
])('when %i is owed and %i is added, then it is known by %p', (owed, add, digits) => {
  expect(tellingDigits(owed, owed + add)).toBe(digits);
});

test('when digits are named, then they are the end of the transfer, and without them it is what is owed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 12 }), fc.integer({ min: 1, max: 999 }), (owed, add) => {
      const digits = tellingDigits(owed, owed + add);
      if (digits === null) return;
      expect(String(owed + add).endsWith(digits)).toBe(true);
      expect(digits.startsWith('0')).toBe(false);
      expect(String(owed).slice(0, -digits.length)).toBe(String(owed + add).slice(0, -digits.length));
    }),
    { numRuns: runs(300, { plain: 100 }) },
  );
});

const asked = (base: number, unique_add: number) => ({
  base,
  unique_add,
  transfer_amount: base + unique_add,
  reference: 'GB-7K2M9Q',
  account: { key: 'utama', bank_name: 'BSI', account_number: '7009322722', owner: 'Yayasan Contoh' },
  expires_at: '2027-03-14T03:12:00.000Z',
});

test.each([
  [350_000, 137, 'Tiga angka terakhir (137) membuat pembayaran Anda dikenali otomatis.'],
  [350_000, 37, 'Dua angka terakhir (37) membuat pembayaran Anda dikenali otomatis.'],
  [350_000, 7, 'Angka terakhir (7) membuat pembayaran Anda dikenali otomatis.'],
  [350_990, 15, 'Jumlah yang tepat ini membuat pembayaran Anda dikenali otomatis.'],
])('when %i is owed and %i is added, then the sentence is true', (base, add, sentence) => {
  const surplus = `Kelebihan Rp\u00A0${add} dicatat sebagai pembulatan.`;
  expect(addWords(asked(base, add), 'pembulatan')).toBe(`${sentence} ${surplus}`);
});

test('when nothing is added, then there is no sentence', () => {
  expect(addWords(asked(350_000, 0), 'pembulatan')).toBeNull();
});
