/** `+6281234567890` → `0812-3456-7890` as screens show it; foreign numbers stay as they are. */
export function formatPhone(e164: string): string {
  if (!e164.startsWith('+62')) return e164;
  const local = `0${e164.slice(3)}`;
  return [local.slice(0, 4), local.slice(4, 8), local.slice(8)].filter(Boolean).join('-');
}

/** Any spelling of an Indonesian number as the digits of its E.164 form, for the filter. */
export function phoneDigits(typed: string): string {
  const digits = typed.replace(/\D/gu, '');
  return digits.startsWith('0') ? `62${digits.slice(1)}` : digits;
}
