import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { nameInitials } from '@gerbang/domain/papers';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import type { PrintedChild } from '../invoice-documents/invoice-documents.repository.ts';
import {
  findPaper,
  insertPapers,
  newPaper,
  type PaperRecord,
  renewInitials,
} from '../papers/papers.repository.ts';
import { factsOf } from '../papers/papers.view.ts';
import { lockRefund, type RefundRecord } from './refunds.repository.ts';

/**
 * The paper of a refund that was transferred, made the first time that it is opened: two that open it at once get the same one,
 * and one whose child's data were corrected gets its number again. 409 while it is not transferred.
 */
export async function refundPaperOf(
  { database, school, now }: Pick<Context, 'database' | 'school' | 'now'>,
  { id: refund_id, number, registration_id, status, paid_on, total: amount }: RefundRecord,
  child: PrintedChild,
): Promise<PaperRecord> {
  if (status !== 'paid' || paid_on === null) {
    throw conflict('refund_state', 'Bukti pengembalian tersedia setelah dananya ditransfer.');
  }
  return database.transaction(async (trx) => {
    await lockRefund(trx, refund_id);
    const known = await findPaper(trx, { refund_id });
    if (known) return renewInitials(trx, known, nameInitials(child.child_name));
    const paper = newPaper({
      kind: 'refund',
      registration_id,
      refund_id,
      number,
      facts: factsOf(school.settings, child, { amount, on: paid_on }),
      issued_on: jakartaDay(now()),
    });
    await insertPapers(trx, [paper]);
    const made = await findPaper(trx, { refund_id });
    if (!made) throw new Error('a paper that was just written is gone');
    return made;
  });
}
