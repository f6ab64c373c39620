import { dayText } from './date-text.ts';
import type { DayLimits } from './day-range.ts';
import { addDays } from './reports.ts';

/** A due day moves at most so many days from the one that was first agreed, however often it moves. */
const DUE_DAYS = 180;

interface DueChange {
  readonly from: string;
  readonly to: string;
}

/** The day from which the moves of a due day are counted: the first one, or that of a later revision of the scheme. */
const agreedDay = (due: string, changes: readonly DueChange[]): string =>
  changes.reduceRight((day, { from, to }) => (to === day ? from : day), due);

/** The days to which the due day of an invoice can be moved: it only ever moves to a later day. */
export function laterDueDays(due: string, changes: readonly DueChange[]): DayLimits {
  const last = addDays(agreedDay(due, changes), DUE_DAYS);
  return {
    first: addDays(due, 1),
    last,
    early: `Jatuh tempo hanya dapat dimundurkan. Pilih tanggal sesudah ${dayText(due)}.`,
    late:
      due < last
        ? `Jatuh tempo dimundurkan paling lama ${DUE_DAYS} hari dari tanggal semula. Pilih ${dayText(last)} atau sebelumnya.`
        : `Jatuh tempo sudah dimundurkan ${DUE_DAYS} hari dari tanggal semula, dan tidak dapat dimundurkan lagi.`,
  };
}

/** What families and staff read of a due day that was moved. */
export const dueChangeText = ({ from, to }: DueChange): string =>
  `Jatuh tempo diubah dari ${dayText(from)} menjadi ${dayText(to)}`;
