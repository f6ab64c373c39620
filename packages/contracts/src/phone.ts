import { withoutMarks } from '@gerbang/domain/one-spelling';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A whole number: at most one plus, before the digits; between them nothing but what separates. A slash parts two numbers. */
const WHOLE = /^[ (]*\+?[\d ().\-\u2010-\u2015\u2212]+$/u;

/**
 * Rewrites what people type to the international form before the library sees it, because it reads `62812…` without a
 * plus as a valid wrong number.
 */
function toInternational(whole: string): string {
  const text = whole.replace(/[^\d+]/gu, '');
  const plus = text.startsWith('+');
  const digits = text.replaceAll('+', '');
  if (plus) return `+${digits.replace(/^620+/u, '62')}`;
  if (digits.startsWith('00')) return `+${digits.slice(2).replace(/^620+/u, '62')}`;
  if (digits.startsWith('0')) return `+62${digits.slice(1)}`;
  if (digits.startsWith('62')) return `+${digits.replace(/^620+/u, '62')}`;
  if (digits.startsWith('8')) return `+62${digits}`;
  return digits;
}

function parse(typed: string) {
  if (typed.length > 40) return null;
  const whole = withoutMarks(typed.normalize('NFKC')).trim();
  if (!WHOLE.test(whole)) return null;
  const parsed = parsePhoneNumberFromString(toInternational(whole), 'ID');
  if (!parsed?.isValid()) return null;
  const foreign = parsed.countryCallingCode !== '62';
  if (foreign && !/^[ (]*(\+|00)/u.test(whole)) return null;
  return parsed;
}

/** A typed number as E.164 when it is a valid Indonesian mobile number, or a valid foreign one typed with +; else null. */
export function normalizePhone(typed: string): string | null {
  const parsed = parse(typed);
  const type = parsed?.getType();
  return parsed && (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE') ? parsed.number : null;
}

/** The same for any kind of number, a house's line included: the father's and the mother's. */
export function normalizeAnyPhone(typed: string): string | null {
  return parse(typed)?.number ?? null;
}
