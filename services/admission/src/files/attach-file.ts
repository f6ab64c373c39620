import { refusedField } from '@gerbang/service-kit/http/problems';
import type { FilePurpose } from '@gerbang/domain/file-types';
import type { ProofAlertStatus } from '@gerbang/domain/proof-alerts';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { statusOfProof } from '../proof-alerts/proof-alerts.repository.ts';
import { PROOF_TARGETS } from '../proof-alerts/proof-prints.repository.ts';
import { raiseAlerts } from '../proof-alerts/raise-alerts.ts';
import { insertSlipFees, isSlipOf } from '../registration-record/slip-fees.repository.ts';
import { attachFree, type AttachedTo, uploadOf } from './files.repository.ts';

export interface Attachment {
  /** The file of the link that was sent (`fileIdOf`); null where that is none of ours. */
  readonly fileId: string | null;
  /** The caller; the file must be one of its uploads. */
  readonly uploaderId: string;
  readonly purpose: FilePurpose;
  readonly attachedTo: AttachedTo;
  readonly recordId: string;
  /** The registrations whose fees this one slip pays, `recordId` among them, where there are several. */
  readonly slipOf?: readonly string[] | undefined;
  /** The account of the family that the record belongs to; it may read the file from now on. */
  readonly familyUserId: string;
  /** The field that carried the link, for the issue of a 422. */
  readonly path: string;
  /** True for a parent's proof of the fee: an image, never a PDF. */
  readonly imagesOnly?: boolean;
  /** Number and registration of an invoice, for people who compare its proof with others. */
  readonly recordNumber?: string | undefined;
  readonly registrationId?: string | undefined;
}

/** A file of a record. */
interface Attached {
  readonly id: string;
  readonly name: string;
  /** What is known of a proof's likeness to others. */
  readonly alert: ProofAlertStatus | null;
}

const NOT_USABLE = 'File tidak dapat dipakai. Unggah kembali filenya.';
const ONLY_IMAGES = 'File tidak valid: Hanya file gambar yang diperbolehkan';

/**
 * Attaches an upload to a record, in the caller's transaction. 422 unless the link is one of ours, of the caller's own
 * upload, of the right purpose and attached nowhere else. The same file for the same record again changes nothing; a
 * replaced file stays attached to its record, because proofs are never deleted. A proof is compared with all others.
 */
export async function attachFile(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  wanted: Attachment,
): Promise<Attached> {
  const { fileId: id, uploaderId, purpose, attachedTo, recordId, path } = wanted;
  if (id === null) throw refusedField('file', path, NOT_USABLE);

  const own = { id, uploader_id: uploaderId, purpose };
  const to = {
    attached_to: attachedTo,
    record_id: recordId,
    family_user_id: wanted.familyUserId,
    invoice_number: wanted.recordNumber ?? null,
    invoice_registration_id: wanted.registrationId ?? null,
  };
  const attached = await attachFree(trx, own, to, wanted.imagesOnly ?? false);
  if (attached) {
    if (wanted.slipOf) await insertSlipFees(trx, id, wanted.slipOf);
    const isProof = PROOF_TARGETS.some((target) => target === attachedTo);
    return { ...attached, alert: isProof ? await raiseAlerts(context, trx, id) : null };
  }

  const known = await uploadOf(trx, own);
  const isOfRecord =
    known?.attached_to === attachedTo &&
    ((known.record_id === recordId && !wanted.slipOf) ||
      (await isSlipOf(trx, id, wanted.slipOf ?? [recordId])));
  if (isOfRecord) {
    return { id: known.id, name: known.name, alert: await statusOfProof(trx, id) };
  }
  // It is free and the caller's own, so its kind is the reason.
  throw refusedField('file', path, known && known.record_id === null ? ONLY_IMAGES : NOT_USABLE);
}
