import type { Invoice } from '@gerbang/contracts/billing.types';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { EXACT_WORDS, exactText } from '@gerbang/domain/payment-expectations';
import { handOver } from '@gerbang/web-kit/download';
import { formatRupiah } from '@gerbang/web-kit/format';
import type { TransferAmount } from '@gerbang/web-kit/payment/use-transfer-amount';

const MAX_OCTETS = 75;
const octets = (text: string) => new TextEncoder().encode(text).length;

/** Escapes a text (RFC 5545, 3.3.11). */
const escaped = (text: string) => text.replace(/[\\;,]/gu, String.raw`\$&`).replace(/\s+/gu, ' ');

/** Folds a content line after at most 75 octets, never within a character (RFC 5545, 3.1). */
function folded(line: string): string {
  const lines = [''];
  for (const sign of line) {
    const last = lines.at(-1) ?? '';
    if (octets(last + sign) > MAX_OCTETS) lines.push(` ${sign}`);
    else lines[lines.length - 1] = last + sign;
  }
  return lines.join('\r\n');
}

/** `20261207`, so many days after a day `YYYY-MM-DD`. */
function dayText(day: string, later = 0): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + later);
  return moment.toISOString().slice(0, 10).replaceAll('-', '');
}

type Due = Pick<Invoice, 'id' | 'version' | 'installment_name' | 'child_name' | 'remaining' | 'due_date'>;

/** What is to be transferred for an invoice, as its entry names it: nothing where only the page knows the exact amount then. */
export type AmountOf = (invoice: Due) => string | null;

const plainAmount: AmountOf = ({ remaining }) => formatRupiah(remaining);

/**
 * The amount in an entry where the school asks for exact ones: `transfer` where it is this invoice's and still kept when the
 * invoice is due, because an entry is read weeks later.
 */
export const exactAmountOf =
  (next: string | undefined, { amount, words, keptUntil }: TransferAmount): AmountOf =>
  ({ id, due_date: due }) =>
    words !== null && id === next && keptUntil !== null && due <= jakartaDay(keptUntil)
      ? exactText(amount)
      : null;

const ON_PAGE = `Jumlah transfernya, ${EXACT_WORDS}, ada di halaman pembayaran.`;

const summaryOf = ({ installment_name: name, child_name: child }: Due, amount: string | null) =>
  [`${name} ${child}`, ...(amount === null ? [] : [amount])].join(': ');

/** The due dates as a calendar file (RFC 5545): whole days, with an alarm on the morning of the day before. */
export function dueCalendar(
  invoices: readonly Due[],
  origin: string,
  now: Date,
  amountOf = plainAmount,
): string {
  const stamp = `${now.toISOString().slice(0, 19).replace(/[-:]/gu, '')}Z`;
  const events = invoices.flatMap((invoice) => [
    'BEGIN:VEVENT',
    `UID:tagihan-${invoice.id}@${new URL(origin).hostname}`,
    `SEQUENCE:${invoice.version}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${dayText(invoice.due_date)}`,
    `DTEND;VALUE=DATE:${dayText(invoice.due_date, 1)}`,
    `SUMMARY:${escaped(summaryOf(invoice, amountOf(invoice)))}`,
    ...(amountOf(invoice) === null ? [`DESCRIPTION:${escaped(ON_PAGE)}`] : []),
    `URL:${origin}/tagihan?bayar=${invoice.id}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Tagihan sekolah jatuh tempo besok',
    'TRIGGER:-PT16H',
    'END:VALARM',
    'END:VEVENT',
  ]);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gerbang//PPDB//ID',
    'METHOD:PUBLISH',
    ...events,
  ];
  return [...lines, 'END:VCALENDAR'].map((line) => `${folded(line)}\r\n`).join('');
}

/** Hands the due dates to the browser's downloads, which phones offer to the calendar. */
export function saveDueDates(invoices: readonly Due[], amountOf?: AmountOf): void {
  const text = dueCalendar(invoices, location.origin, new Date(), amountOf);
  handOver(new Blob([text], { type: 'text/calendar;charset=utf-8' }), 'jatuh-tempo.ics');
}
