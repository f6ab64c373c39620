import { MONEY_MAX } from '@gerbang/domain/payment-schemes';
import { z } from 'zod';

const TOO_LARGE = 'Jumlah terlalu besar';
const NEGATIVE = 'Jumlah tidak boleh negatif';

/** Whole rupiah from 0 to 10^12 as a JSON integer: no text, no fraction. */
export function rupiah(message: string) {
  return z.int(message).min(0, NEGATIVE).max(MONEY_MAX, TOO_LARGE);
}

/** The same above 0. */
export function paidRupiah(message: string) {
  return z.int(message).min(1, message).max(MONEY_MAX, TOO_LARGE);
}
