import type { Invoice } from '@gerbang/contracts/invoices';
import { calendarFile } from '@gerbang/domain/calendar-file';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { EXACT_WORDS, exactText } from '@gerbang/domain/payment-expectations';
import { handOver } from '@gerbang/web-kit/files/download';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import type { TransferAmount } from '@gerbang/web-kit/payment/use-transfer-amount';

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

/** One line, with plain spaces: some calendars show the one within an amount as a sign. */
const summaryOf = ({ installment_name: name, child_name: child }: Due, amount: string | null) =>
  [`${name} ${child}`, ...(amount === null ? [] : [amount])].join(': ').replace(/\s+/gu, ' ');

/** The due dates as a calendar file: whole days, with an alarm on the morning of the day before. */
export const dueCalendar = (
  invoices: readonly Due[],
  origin: string,
  now: Date,
  amountOf = plainAmount,
): string =>
  calendarFile(
    invoices.map((invoice) => {
      const amount = amountOf(invoice);
      return {
        uid: `tagihan-${invoice.id}@${new URL(origin).hostname}`,
        sequence: invoice.version,
        changedAt: now,
        title: summaryOf(invoice, amount),
        day: invoice.due_date,
        note: amount === null ? ON_PAGE : null,
        url: `${origin}/tagihan?bayar=${invoice.id}`,
        alarm: { text: 'Tagihan sekolah jatuh tempo besok', before: 'PT16H' },
      };
    }),
  );

/** Hands the due dates to the browser's downloads, which phones offer to the calendar. */
export function saveDueDates(invoices: readonly Due[], amountOf?: AmountOf): void {
  const text = dueCalendar(invoices, location.origin, new Date(), amountOf);
  handOver(new Blob([text], { type: 'text/calendar;charset=utf-8' }), 'jatuh-tempo.ics');
}
