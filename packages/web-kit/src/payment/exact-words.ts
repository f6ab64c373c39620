import type { PaymentExpectation } from '@gerbang/contracts/payment-expectations';
import { formatDateLong, formatRupiah, formatTime } from '../page/format.ts';

const MOST_DIGITS = 3;

/**
 * The last digits in which a transfer differs from what is owed, by which it is known: `137` of 350,137 for 350,000. Null
 * where more than three differ.
 */
export function tellingDigits(owed: number, transfer: number): string | null {
  const [before, after] = [String(owed), String(transfer)];
  const first = [...after].findIndex((digit, at) => digit !== before[at]);
  const differs = first !== -1 && before.length === after.length;
  return differs && after.length - first <= MOST_DIGITS ? after.slice(first) : null;
}

const COUNTED = ['', 'Angka terakhir', 'Dua angka terakhir', 'Tiga angka terakhir'];

/** Texts of an amount that is asked for exactly. */
export const exactCopy = {
  amount: 'Transfer tepat',
  preparing: 'Menyiapkan jumlah transfer...',
  typing: 'Jumlah transfer muncul setelah jumlah pembayaran selesai diisi.',
  noFee: 'Biaya transfer bank jangan ditambahkan.',
  note: (reference: string) => `Tulis juga ${reference} di berita transfer, bila ada.`,
  until: (moment: string) => `Berlaku sampai ${formatDateLong(moment)} ${formatTime(new Date(moment))}`,
  toProof: 'Sudah transfer? Kirim bukti (boleh, tidak wajib)',
} as const;

/** Why the last digits are as they are, and what becomes of the surplus; null where nothing is added. */
export function addWords(
  { base, unique_add: add, transfer_amount: transfer }: PaymentExpectation,
  uniqueNote: string,
): string | null {
  if (add === 0) return null;
  const digits = tellingDigits(base, transfer);
  const known = digits === null ? 'Jumlah yang tepat ini' : `${COUNTED[digits.length] ?? ''} (${digits})`;
  return `${known} membuat pembayaran Anda dikenali otomatis. Kelebihan ${formatRupiah(add)} dicatat sebagai ${uniqueNote}.`;
}
