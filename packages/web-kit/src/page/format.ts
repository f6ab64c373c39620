import { dayText, momentText, shortDayText, timeText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { phoneText } from '@gerbang/domain/phone-text';
import { levelLabel } from './level-labels.ts';

/** `17 Agu 2026`, for tables. */
export function formatDateShort(moment: string | Date): string {
  return shortDayText(jakartaDay(new Date(moment)));
}

/** `17 Agustus 2026`, for the dashboard. */
export function formatDateLong(moment: string | Date): string {
  return dayText(jakartaDay(new Date(moment)));
}

/** E.164 as people write it: `+6281234567890` → `0812-3456-7890`; other countries stay as they are. */
export function formatPhone(phone: string | null): string {
  return phone ? phoneText(phone) : '-';
}

/** The WhatsApp chat with this number; `sentence` is written in it, not sent. */
export function chatAddress(phone: string, sentence?: string): string {
  const words = sentence === undefined ? '' : `?text=${encodeURIComponent(sentence)}`;
  return `https://wa.me/${phone.replace(/\D/gu, '')}${words}`;
}

/** First letters of up to two words of the name, 'U' without one. */
export function initialsOf(name: string | null | undefined): string {
  const words = (name ?? '').trim().split(/\s+/u).filter(Boolean).slice(0, 2);
  const letters = words.map((word) => [...word][0]?.toLocaleUpperCase('id-ID') ?? '').join('');
  return letters === '' ? 'U' : letters;
}

/** Whole rupiah as Intl writes them: `Rp 350.000`, with a no-break space. */
export function formatRupiah(amount: number): string {
  const digits = String(Math.abs(Math.round(amount))).replace(/\B(?=(?:\d{3})+$)/gu, '.');
  return `${amount < 0 ? '-' : ''}Rp\u00A0${digits}`;
}

/** `28 November 2026, 08.00 WIB`. */
export function formatMoment(moment: string | Date): string {
  return momentText(new Date(moment));
}

/** A day `yyyy-mm-dd` as `17 Agustus 2026`; any other text as it is . */
export function formatDayText(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/u.test(text) ? dayText(text) : text;
}

/** `10.42`. */
export function formatTime(moment: number | Date): string {
  return timeText(new Date(moment));
}

/** `SD · Kelas 1`, `TK · TK A`, `KB`: a level with its class, as families write it. */
export function levelText(jenjang: string, kelas: string | null): string {
  const label = levelLabel(jenjang);
  return kelas === null ? label : `${label} · ${classText(kelas)}`;
}

/** `Kelas 1`, `TK A`, `-`. */
export function classText(kelas: string | null): string {
  if (kelas === null) return '-';
  return /^\d+$/u.test(kelas) ? `Kelas ${kelas}` : kelas;
}

/** From which amount on a unit is said, and its rupiah: from where the smaller one would be rounded to a thousand. */
const SHORT: readonly (readonly [from: number, unit: number, word: string])[] = [
  [999.95e9, 1e12, 't'],
  [999.95e6, 1e9, 'm'],
  [999.95e3, 1e6, 'jt'],
  [1e3, 1e3, 'rb'],
];

/** Rupiah in short, as people say it: `Rp 48,2 jt`; the whole figure stands elsewhere. */
export function shortRupiah(amount: number): string {
  const [, unit, word] = SHORT.find(([from]) => Math.abs(amount) >= from) ?? [];
  if (unit === undefined) return formatRupiah(amount);
  const [whole, part = '0'] = (Math.abs(amount) / unit).toFixed(1).split('.');
  return `${amount < 0 ? '-' : ''}Rp\u00A0${whole}${part === '0' ? '' : `,${part}`}\u00A0${word}`;
}

/** A family as staff see it: from its profile, else from its account. */
export interface Contact {
  readonly father_name: string | null;
  readonly mother_name: string | null;
  readonly contact_phone: string | null;
  readonly name_from_account: string | null;
  readonly phone_from_account: string | null;
}

/** What an account tells in place of a profile, as `Rahma Aulia (dari akun)`. */
export const marked = (text: string): string => `${text} (dari akun)`;

/** `Ahmad Fauzi · Siti Maryam`, or `Rahma Aulia (dari akun)`; '' without either. */
export function familyNames({ father_name, mother_name, name_from_account: account }: Contact): string {
  return [father_name, mother_name].filter(Boolean).join(' · ') || (account ? marked(account) : '');
}

/** `Ahmad Fauzi · Siti Maryam, 0812-3456-7890`, each from the account where the profile has none; '-' without any. */
export const familyLine = (contact: Contact): string =>
  [familyNames(contact), familyPhone(contact)].filter(Boolean).join(', ') || '-';

const KIN: Readonly<Record<string, string>> = { male: 'putra', female: 'putri' };

interface Kin {
  readonly gender: string | null;
  readonly parent: string | null;
}

/** `putri Laila Fitriani`; null without a parent. */
export const childKin = ({ gender, parent }: Kin) => parent && `${KIN[gender ?? ''] ?? 'anak'} ${parent}`;

/** `00107`, the end of a registration number. */
export const numberEnd = (number: string) => number.slice(number.lastIndexOf('-') + 1);

/** What tells namesakes apart: `putri Laila Fitriani · 00107`; the number alone without a parent. */
export const childMark = ({ number, ...kin }: Kin & { readonly number: string }): string =>
  [childKin(kin), numberEnd(number)].filter(Boolean).join(' · ');

/** `0812-3456-7890`, or `0812-3456-7890 (dari akun)`; '' without either. */
export function familyPhone({ contact_phone, phone_from_account: account }: Contact): string {
  if (contact_phone) return formatPhone(contact_phone);
  return account ? marked(formatPhone(account)) : '';
}

/** One name for a family: the father's, else the mother's, else the account's; null without any. */
export const parentOf = (of: Omit<Contact, 'contact_phone' | 'phone_from_account'>): string | null =>
  of.father_name || of.mother_name || of.name_from_account;
