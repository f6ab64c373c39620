/** More digits no amount of the portal has. */
const MOST_DIGITS = 13;
const GROUPED = /^\d{1,3}(?:([.,\u0020'])\d{3})(?:\1\d{3})*$/u;

/** Whole rupiah without signs between thousands; null where the signs may mean something else. */
function wholeOf(text: string): number | null {
  if (!/^\d+$/u.test(text) && !GROUPED.test(text)) return null;
  const digits = text.replace(/\D/gu, '');
  return digits.replace(/^0+/u, '').length > MOST_DIGITS ? null : Number(digits);
}

/**
 * Whole rupiah of an amount as people and banks write it: `1.500.000,00`, `1,500,000.00`, `Rp1.500.000,-`, `1 500 000`. A last
 * sign before two digits divides off hundredths, equal signs before groups of three digits divide thousands. Null for what may be
 * read in another way, and for parts of a rupiah.
 */
export function rupiahOf(text: string): number | null {
  const bare = text
    .normalize('NFKC')
    .replace(/[’‘`´]/gu, "'")
    .replace(/[\s\p{Cf}]+/gu, ' ')
    .trim()
    .replace(/^(?:Rp|IDR)\b\.? ?|^Rp\.? ?(?=\d)| ?(?:IDR|rupiah)$/giu, '')
    .replace(/,(?:-{1,2}|—|–)$/u, '');
  const [, whole, sign, part] = /^(.*\d)([.,])(\d{2})$/u.exec(bare) ?? [];
  if (whole === undefined) return wholeOf(bare);
  // One sign cannot divide thousands and hundredths in one amount.
  return part === '00' && sign !== undefined && !whole.includes(sign) ? wholeOf(whole) : null;
}
