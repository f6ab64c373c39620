import { locksFamilyData } from '@gerbang/domain/enrollment-confirmations';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { nameInitials } from '@gerbang/domain/papers';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import {
  type ConfirmationRecord,
  lockConfirmation,
} from '../enrollment-confirmations/enrollment-confirmations.repository.ts';
import { nextDocumentNumber } from '../invoices/document-numbers.repository.ts';
import {
  findPaper,
  insertPaper,
  newPaper,
  type PaperRecord,
  renewInitials,
  replacedNumber,
} from './papers.repository.ts';
import { factsOf, noPaper } from './papers.view.ts';

/** Gives a locked confirmation its letter, of today. To be called late in a transaction, as every call that takes a number. */
export async function issueLetter(
  { school, now }: Pick<Context, 'school' | 'now'>,
  trx: Knex.Transaction,
  confirmation: ConfirmationRecord,
): Promise<PaperRecord> {
  const today = now();
  const paper = await insertPaper(
    trx,
    newPaper({
      kind: 'acceptance_letter',
      registration_id: confirmation.registration_id,
      confirmation_id: confirmation.id,
      number: (await replacedNumber(trx, confirmation.id)) ?? (await nextDocumentNumber(trx, 'SK', today)),
      facts: factsOf(school.settings, confirmation, null),
      issued_on: jakartaDay(today),
    }),
  );
  if (!paper) throw new Error('a letter has no payment');
  return paper;
}

/**
 * The letter of a confirmation. A confirmation that was processed before letters had numbers gets its letter when it is opened
 * first. 404 while it is not processed, 409 where the letter was revoked.
 */
export async function letterOf(context: Context, confirmationId: string): Promise<PaperRecord> {
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
