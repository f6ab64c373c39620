import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import type { Tables } from '../database.types.ts';
import { nextDocumentNumber } from '../invoices/document-numbers.repository.ts';
import { insertPaper, newPaper, type PaperRecord, replacedNumber } from './papers.repository.ts';
import { factsOf, type PaperChild } from './papers.view.ts';

/** Gives a locked confirmation its letter, of today. To be called late in a transaction, as every call that takes a number. */
export async function issueLetter(
  { school, now }: Pick<Context, 'school' | 'now'>,
  trx: Knex.Transaction,
  confirmation: PaperChild & Pick<Tables['enrollment_confirmations'], 'id' | 'registration_id'>,
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
