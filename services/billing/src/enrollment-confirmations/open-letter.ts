import { locksFamilyData } from '@gerbang/domain/enrollment-confirmations';
import { nameInitials } from '@gerbang/domain/papers';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { issueLetter } from '../papers/issue-letter.ts';
import { findPaper, type PaperRecord, renewInitials } from '../papers/papers.repository.ts';
import { noPaper } from '../papers/papers.view.ts';
import { lockConfirmation } from './enrollment-confirmations.repository.ts';

/**
 * The letter of a confirmation. A confirmation that was processed before letters had numbers gets its letter when it is opened
 * first. 404 while it is not processed, 409 where the letter was revoked.
 */
export async function openLetter(context: Context, confirmationId: string): Promise<PaperRecord> {
  return context.database.transaction(async (trx) => {
    const confirmation = await lockConfirmation(trx, { id: confirmationId });
    if (!confirmation || !locksFamilyData(confirmation.status)) throw noPaper();
    const paper =
      (await findPaper(trx, { confirmation_id: confirmationId })) ??
      (await issueLetter(context, trx, confirmation));
    if (paper.revoked_at !== null) throw conflict('revoked', 'Surat ini sudah dicabut.');
    return renewInitials(trx, paper, nameInitials(confirmation.child_name));
  });
}
