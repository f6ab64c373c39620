/** E.164 as people write it: `+6281234567890` → `0812-3456-7890`; other countries stay as they are. */
export function phoneText(phone: string): string {
  if (!phone.startsWith('+62')) return phone;
  const local = `0${phone.slice(3)}`;
  return [local.slice(0, 4), local.slice(4, 8), local.slice(8)].filter((part) => part !== '').join('-');
}
