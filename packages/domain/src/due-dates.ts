import { dayText } from './date-text.ts';
import type { DayLimits } from './day-range.ts';
import { addDays } from './reports.ts';

/** A due day moves at most so many days at once. */
export const DUE_DAYS = 180;

/** The days to which the due day of an invoice can be moved: it only ever moves to a later day. */
export const laterDueDays = (due: string): DayLimits => ({
  first: addDays(due, 1),
  last: addDays(due, DUE_DAYS),
  early: `Jatuh tempo hanya dapat dimundurkan. Pilih tanggal sesudah ${dayText(due)}.`,
  late: `Jatuh tempo dimundurkan paling lama ${DUE_DAYS} hari. Pilih ${dayText(addDays(due, DUE_DAYS))} atau sebelumnya.`,
});

/** What families and staff read of a due day that was moved. */
export const dueChangeText = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `Jatuh tempo diubah dari ${dayText(from)} menjadi ${dayText(to)}`;
