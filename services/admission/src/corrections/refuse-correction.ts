import type { CorrectionBody } from '@gerbang/contracts/corrections';
import { isIdentityNumber, mayCorrect, whoCorrects } from '@gerbang/domain/corrections';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { forbidden, tooMany, unprocessable } from '@gerbang/service-kit/http/problems';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { refuseUnknownRegion } from '../regions/check-region.ts';
import { refuseFutureBirth } from '../registration-record/child-rules.ts';
import type { FullRegistration } from '../registration-record/registrations.repository.ts';
import { acceptedDocuments, spentField } from './corrections.repository.ts';

const HOUR_SECONDS = 3600;

/** 403 for a field that another role corrects, and for a full class except by the administrator. */
export function refuseForeignFields(caller: Caller, body: CorrectionBody): void {
  const { target, changes } = body;
  const foreign = Object.keys(changes).find((field) => !mayCorrect(caller.role, target, field));
  if (foreign !== undefined) throw forbidden(whoCorrects(target, foreign));
  if (isOver(body) && caller.role !== 'admin') {
    throw forbidden('Kursi di atas batas hanya diberikan oleh Administrator.');
  }
}

/** Whether a full class or wave is to take it all the same. */
export const isOver = (body: CorrectionBody): boolean =>
  'over_capacity' in body && body.over_capacity === true;

/** The record that holds the fields of a correction. */
export const heldBy = ({ target }: CorrectionBody, record: FullRegistration) =>
  ({ child: record.child, parents: record.parent, registration: record })[target];

/** 422 and 429 as for the family, and where a document is named that is not accepted. */
export async function refuseCorrection(
  context: Context,
  trx: Knex.Transaction,
  record: FullRegistration,
  body: CorrectionBody,
): Promise<void> {
  const { target, changes, basis, document_id: document } = body;
  if (target === 'child') refuseFutureBirth(context, changes.birth_date);
  if (target !== 'registration') {
    await refuseUnknownRegion(trx, changes, target === 'child' ? record.child : record.parent);
  }
  const accepted = document ? await acceptedDocuments(trx, record.child_id) : [];
  if ((basis === 'document' || document) && !accepted.some(({ id }) => id === document)) {
    throw unprocessable('document_missing', 'Pilih dokumen anak yang sudah diterima.', [
      { path: 'document_id', message: 'Dokumen ini belum diterima' },
    ]);
  }
  const numbers = Object.keys(changes).filter(isIdentityNumber);
  if ((await spentField(trx, heldBy(body, record).id, numbers)) !== undefined) {
    throw tooMany(HOUR_SECONDS, 'Nomor ini sudah dikoreksi lima kali dalam setahun.');
  }
}
