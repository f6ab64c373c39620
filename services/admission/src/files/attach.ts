import { fileIdOf, type FilePurpose } from '@gerbang/contracts/files';
import type { Db } from '@gerbang/service-kit/data/database';
import { type Problem, unprocessable } from '@gerbang/service-kit/http/problems';

/** What a file can belong to; with its purpose it decides who of the staff may read it (authorization row X01). */
export type AttachedTo = 'registration_payment' | 'registration_stage' | 'invoice_payment';

export interface Attachment {
  /** What the caller sent: `/api/files/{uuid}`. */
  readonly link: string;
  /** Who calls; the link must be of an own upload. */
  readonly uploaderId: string;
  readonly purpose: FilePurpose;
  readonly attachedTo: AttachedTo;
  readonly recordId: string;
  /** The account of the family whose record it is; it may read the file from now on. */
  readonly familyUserId: string;
  /** Name of the field that carried the link, for the answer. */
  readonly path: string;
  /** A parent's proof of a registration is an image, never a PDF (Precisions, Registrations). */
  readonly imagesOnly?: boolean;
}

const NOT_USABLE = 'File tidak dapat dipakai. Unggah kembali filenya.';
const ONLY_IMAGES = 'File tidak valid: Hanya file gambar yang diperbolehkan';

const refusal = (path: string, message: string): Problem =>
  unprocessable('file', message, [{ path, message }]);

/**
 * Gives an upload to a record, in the caller's transaction: only a link of ours, of the caller's own upload, of the
 * right purpose and attached nowhere else, otherwise 422 (authorization, "Fields a caller may write"). Two records
 * that want the same file are told apart by the row itself. The same file for the same record again changes nothing;
 * a replaced file stays attached to its record: proofs are never deleted (decisions, Family, children, files).
 */
export async function attachFile(trx: Db, wanted: Attachment): Promise<{ id: string; name: string }> {
  const { uploaderId, purpose, attachedTo, recordId, path } = wanted;
  const id = fileIdOf(wanted.link);
  if (id === null) throw refusal(path, NOT_USABLE);

  const own = { id, uploader_id: uploaderId, purpose };
  const [attached] = await trx('files')
    .where(own)
    .whereNull('attached_at')
    .modify((query) => {
      if (wanted.imagesOnly) query.whereLike('media_type', 'image/%');
    })
    .update({
      attached_at: trx.fn.now(),
      attached_to: attachedTo,
      record_id: recordId,
      family_user_id: wanted.familyUserId,
    })
    .returning(['id', 'name']);
  if (attached) return attached;

  const known = await trx('files').where(own).first('id', 'name', 'attached_to', 'record_id');
  if (known?.attached_to === attachedTo && known.record_id === recordId) {
    return { id: known.id, name: known.name };
  }
  // Free and the caller's own: only its kind can have been in the way.
  throw refusal(path, known && known.record_id === null ? ONLY_IMAGES : NOT_USABLE);
}
