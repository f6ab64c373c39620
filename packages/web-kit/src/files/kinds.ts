import { uploadPaymentEvidence, uploadStageAttachment } from '@gerbang/contracts/files';
import { acceptOf, type FileType, IMAGE_TYPES, UPLOADS } from '@gerbang/domain/file-types';
import type { uploadFile } from './upload.ts';
import { prepareFile, type Prepared } from './prepare-file.ts';
import {
  attachmentTexts,
  fileProblems as problems,
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
  /** Whether phones offer their camera before their files. */
  readonly camera?: boolean;
}

/** A proof of a payment, which is made smaller on the way. */
function proof(
  texts: UploadTexts,
  types: readonly FileType[],
  wrongType: string,
  tooLarge: string = problems.tooLarge(5),
): UploadKind {
  const { maxBytes } = UPLOADS.payment_evidence;
  return {
    path: uploadPaymentEvidence.path,
    accept: acceptOf(types),
    prepare: (file) => prepareFile(file, { types, maxBytes, shrinks: true, wrongType, tooLarge }),
    texts,
  };
}

const ALL_TYPES = UPLOADS.payment_evidence.types;

/** A family's proof for a registration: images only. */
export const parentProof: UploadKind = {
  ...proof(parentProofTexts, IMAGE_TYPES, problems.notAnImage),
  camera: true,
};

export const staffProof = proof(staffProofTexts, ALL_TYPES, problems.notAProof);

/** A family's proof for an invoice: image or PDF. */
export const invoiceProof: UploadKind = { ...staffProof, texts: invoiceProofTexts, camera: true };

/** The same sent by staff. */
export const staffInvoiceProof: UploadKind = { ...staffProof, texts: staffInvoiceProofTexts };

/** A proof that staff put in place of another: images only. */
export const replacementProof = proof(
  replacementProofTexts,
  IMAGE_TYPES,
  problems.replacementNotAnImage,
  problems.replacementTooLarge,
);

const { types, maxBytes } = UPLOADS.stage_attachment;
export const attachment: UploadKind = {
  path: uploadStageAttachment.path,
  accept: acceptOf(types),
  prepare: (file) =>
    prepareFile(file, {
      types,
      maxBytes,
      shrinks: false,
      wrongType: problems.notAnAttachment,
      tooLarge: problems.tooLarge(10),
    }),
  texts: attachmentTexts,
};
