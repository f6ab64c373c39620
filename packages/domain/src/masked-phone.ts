const SHOWN_END = 3;

/** A number of which only the ends are readable: `+6281234567890` → `0812-••••-•890`. */
export function maskedPhone(phone: string): string {
  if (!phone.startsWith('+62')) {
    return `${phone.slice(0, 3)} ${'•'.repeat(Math.max(0, phone.length - 3 - SHOWN_END))}${phone.slice(-SHOWN_END)}`;
  }
  const local = `0${phone.slice(3)}`;
  const masked =
    local.slice(0, 4) + '•'.repeat(Math.max(0, local.length - 4 - SHOWN_END)) + local.slice(-SHOWN_END);
  return [masked.slice(0, 4), masked.slice(4, 8), masked.slice(8)].filter((part) => part !== '').join('-');
}

/** A name of which only the first letter of each word is readable: `Siti Aminah` → `S••• A•••••`. */
export const maskedName = (name: string): string =>
  name
    .split(/\s+/u)
    .map((word) => {
      const [first = '', ...rest] = word;
      return first + '•'.repeat(rest.length);
    })
    .join(' ');

/** An e-mail address of which only its beginning and its domain are readable: `siti@contoh.id` → `s•••@contoh.id`. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}${'•'.repeat(Math.max(1, at - 1))}${email.slice(at)}`;
}
