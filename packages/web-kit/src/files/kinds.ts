import { uploadPaymentEvidence, uploadStageAttachment } from '@gerbang/contracts/files';
import type { uploadFile } from '../upload.ts';
import { prepareAttachment, prepareProof, PROOF_TYPES, type Prepared } from './prepare.ts';
import {
  attachmentTexts,
  fileProblems,
  invoiceProofTexts,
  parentProofTexts,
  replacementProofTexts,
  staffInvoiceProofTexts,
  staffProofTexts,
  type UploadTexts,
} from './upload.copy.ts';

/** A kind of file: its call, the picker's types, its check, and its texts. */
export interface UploadKind {
  readonly path: Parameters<typeof uploadFile>[0];
  readonly accept: string;
  readonly prepare: (file: File) => Promise<Prepared>;
  readonly texts: UploadTexts;
}

export const parentProof: UploadKind = {
  path: uploadPaymentEvidence.path,
  // Naming the types makes phones hand over JPEG instead of HEIC.
  accept: PROOF_TYPES.join(','),
  prepare: (file) => prepareProof(file, PROOF_TYPES, fileProblems.notAnImage),
  texts: parentProofTexts,
};

const STAFF_TYPES = [...PROOF_TYPES, 'application/pdf'];
export const staffProof: UploadKind = {
  path: uploadPaymentEvidence.path,
  accept: STAFF_TYPES.join(','),
  prepare: (file) => prepareProof(file, STAFF_TYPES, fileProblems.notAProof),
  texts: staffProofTexts,
};

/** A family's proof for an invoice: image or PDF. */
export const invoiceProof: UploadKind = { ...staffProof, texts: invoiceProofTexts };

/** The same sent by staff. */
export const staffInvoiceProof: UploadKind = { ...staffProof, texts: staffInvoiceProofTexts };

/** A proof that staff put in place of another: images only. */
export const replacementProof: UploadKind = {
  path: uploadPaymentEvidence.path,
  accept: PROOF_TYPES.join(','),
  prepare: (file) =>
    prepareProof(file, PROOF_TYPES, fileProblems.replacementNotAnImage, fileProblems.replacementTooLarge),
  texts: replacementProofTexts,
};

export const attachment: UploadKind = {
  path: uploadStageAttachment.path,
  accept: '.pdf,.doc,.docx,.jpg,.jpeg,.png',
  prepare: prepareAttachment,
  texts: attachmentTexts,
};
