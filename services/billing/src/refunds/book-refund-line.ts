import { bookingNote, refuseTaken } from '../bank-matches/book-line.ts';
import { lockLine, type LineRecord, updateLine } from '../bank-line-record/bank-lines.repository.ts';
import { liftTakenBack } from '../bank-statements/doubtful-lines.repository.ts';
import { noLine } from '../bank-line-record/bank-lines.view.ts';
import { reopenBankDays } from '../bank-days/reopen-bank-days.ts';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { LockedStep } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import { rupiahText } from '../texts.ts';
import type { RefundRecord } from './refunds.repository.ts';

/**
 * Books the outgoing line by which a locked refund was transferred; a closed day of the bank opens again. 404 without such a line,
 * 409 `line_taken` where another refund has it, `differs` for another amount.
 */
export async function bookRefundLine(
  { trx, present, actor }: LockedStep<RefundRecord>,
  { origin }: Caller,
  lineId: string,
): Promise<LineRecord> {
  const line = await lockLine(trx, lineId, 'out');
  if (!line) throw noLine();
  const { to } = refuseTaken(line);
  const { amount, account_key: accountKey, booked_on } = line;
  const { total, number } = present;
  if (amount !== total) {
    throw conflict(
      'differs',
      `Mutasi ini ${rupiahText(amount)}, sedangkan pengembalian ini ${rupiahText(total)}. Tidak ada yang dibukukan.`,
    );
  }
  const by = await actor();
  await reopenBankDays(trx, { accountKey, days: [booked_on] }, { cause: 'refund_paid', actor: by, origin });
  const booked = await updateLine(trx, line, { status: to, ignored_reason: null });
  await liftTakenBack(trx, line.id);
  const shares = { pays: [], surplus: null, unapplied: [] };
  const { details, ...note } = bookingNote(
    line,
    { line: booked, shares, numbers: [number], receipts: [] },
    null,
  );
  await audit(trx, { ...note, details: { ...details, returned: total }, actor: by, origin });
  return booked;
}
