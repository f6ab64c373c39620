import { once } from '@gerbang/domain/once';

const ZONE = 'Asia/Jakarta';
const SHORT = once(
  () => new Intl.DateTimeFormat('id-ID', { timeZone: ZONE, day: 'numeric', month: 'short', year: 'numeric' }),
);
const LONG = once(
  () => new Intl.DateTimeFormat('id-ID', { timeZone: ZONE, day: 'numeric', month: 'long', year: 'numeric' }),
);
const asDate = (moment: string | Date): Date => (typeof moment === 'string' ? new Date(moment) : moment);

/** `17 Agu 2026`, for tables. */
export function formatDateShort(moment: string | Date): string {
  return SHORT().format(asDate(moment));
}

/** `17 Agustus 2026`, for the dashboard. */
export function formatDateLong(moment: string | Date): string {
  return LONG().format(asDate(moment));
}

/** E.164 as people write it: `+6281234567890` → `0812-3456-7890`; other countries stay as they are. */
export function formatPhone(phone: string | null): string {
  if (!phone) return '-';
  if (!phone.startsWith('+62')) return phone;
  const local = `0${phone.slice(3)}`;
  return [local.slice(0, 4), local.slice(4, 8), local.slice(8)].filter((part) => part !== '').join('-');
}

/** First letters of up to two words of the name, 'U' without one. */
export function initialsOf(name: string | null | undefined): string {
  const words = (name ?? '').trim().split(/\s+/u).filter(Boolean).slice(0, 2);
  const letters = words.map((word) => [...word][0]?.toLocaleUpperCase('id-ID') ?? '').join('');
  return letters === '' ? 'U' : letters;
}

const RUPIAH = once(
  () => new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 }),
);

/** Whole rupiah as Intl prints it: `Rp 350.000`, with a no-break space. */
export function formatRupiah(amount: number): string {
  return RUPIAH().format(amount);
}

const MOMENT = once(
  () =>
    new Intl.DateTimeFormat('id-ID', {
      timeZone: ZONE,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

/** `28 November 2026, 08.00 WIB`. */
export function formatMoment(moment: string | Date): string {
  return `${MOMENT().format(asDate(moment)).replace(' pukul ', ', ')} WIB`;
}

/** A day `yyyy-mm-dd` as `17 Agustus 2026`; any other text as it is . */
export function formatDayText(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/u.test(text) ? formatDateLong(`${text}T12:00:00+07:00`) : text;
}

const CLOCK = once(
  () => new Intl.DateTimeFormat('id-ID', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' }),
);

/** `10.42`. */
export function formatTime(moment: number | Date): string {
  return CLOCK().format(moment);
}

/** `SD · Kelas 1`, `TK · TK A`, `KB`: a level with its class, as families write it. */
export function levelText(jenjang: string, kelas: string | null): string {
  return kelas === null ? jenjang : `${jenjang} · ${classText(kelas)}`;
}

/** `Kelas 1`, `TK A`, `-`. */
export function classText(kelas: string | null): string {
  if (kelas === null) return '-';
  return /^\d+$/u.test(kelas) ? `Kelas ${kelas}` : kelas;
}
