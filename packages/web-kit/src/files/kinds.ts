import { uploadPaymentEvidence, uploadStageAttachment } from '@gerbang/contracts/files';
import Compressor from 'compressorjs';
import {
  attachmentTexts,
  fileProblems,
  fileProblems as problems,
  invoiceProofTexts,
  parentProofTexts,
  replacementProofTexts,
  staffInvoiceProofTexts,
  staffProofTexts,
  type UploadTexts,
} from './upload.copy.ts';
import type { uploadFile } from '../upload.ts';

const MEBIBYTE = 1024 * 1024;
/** Largest proof and largest attachment in MB. */
const PROOF_MAX = 5;
const ATTACHMENT_MAX = 10;
const ATTACHMENT = /\.(?:pdf|docx?|jpe?g|png)$/iu;
/** Above this a photo is made smaller before it is sent: families pay for every megabyte. */
const SHRINK_ABOVE = 500 * 1024;
const STEPS = [
  { longSide: 2000, quality: 0.7 },
  { longSide: 1600, quality: 0.6 },
] as const;
/** The images that a proof may be. */
const PROOF_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** A file of a wrong type or size; `message` is the specified sentence. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

export interface Prepared {
  readonly blob: Blob;
  readonly name: string;
  /** Bytes of the file as it was picked. */
  readonly before: number;
}

function shrink(file: Blob, step: (typeof STEPS)[number]): Promise<Blob> {
  return new Promise((resolve, reject) => {
    void new Compressor(file, {
      maxWidth: step.longSide,
      maxHeight: step.longSide,
      quality: step.quality,
      mimeType: 'image/jpeg',
      success: resolve,
      error: reject,
    });
  });
}

async function shrunk(file: File): Promise<Blob> {
  let smallest: Blob = file;
  for (const step of STEPS) {
    const next = await shrink(file, step);
    if (next.size < smallest.size) smallest = next;
    if (smallest.size <= SHRINK_ABOVE) break;
  }
  return smallest;
}

/**
 * Checks a picked proof and makes a large photo smaller. What cannot be shrunk is sent as it is, if it is not over 5 MB.
 */
async function prepareProof(
  file: File,
  types: readonly string[],
  wrongType: string,
  tooLarge = problems.tooLarge(PROOF_MAX),
): Promise<Prepared> {
  if (!types.includes(file.type)) throw new FileProblem(wrongType);
  if (file.size === 0) throw new FileProblem(problems.unreadable);
  let blob: Blob = file;
  if (file.size > SHRINK_ABOVE && PROOF_TYPES.includes(file.type) && file.type !== 'image/gif') {
    blob = await shrunk(file).catch(() => file); // the browser cannot read it: the server will say what it is
  }
  if (blob.size > PROOF_MAX * MEBIBYTE) throw new FileProblem(tooLarge);
  const name = blob.type === file.type ? file.name : file.name.replace(/(\.\w+)?$/u, '.jpg');
  return { blob, name, before: file.size };
}

/** Checks an attachment by its extension: without an office program, browsers know no type of office files. */
async function prepareAttachment(file: File): Promise<Prepared> {
  if (!ATTACHMENT.test(file.name)) throw new FileProblem(problems.notAnAttachment);
  if (file.size === 0) throw new FileProblem(problems.unreadable);
  if (file.size > ATTACHMENT_MAX * MEBIBYTE) throw new FileProblem(problems.tooLarge(ATTACHMENT_MAX));
  return { blob: file, name: file.name, before: file.size };
}

/** A kind of file: its call, the picker's types, its check, and its texts. */
export interface UploadKind {
  readonly path: Parameters<typeof uploadFile>[0];
  readonly accept: string;
  readonly prepare: (file: File) => Promise<Prepared>;
  readonly texts: UploadTexts;
  /** Whether phones offer their camera before their files. */
  readonly camera?: boolean;
}

export const parentProof: UploadKind = {
  path: uploadPaymentEvidence.path,
  // Naming the types makes phones hand over JPEG instead of HEIC.
  accept: PROOF_TYPES.join(','),
  prepare: (file) => prepareProof(file, PROOF_TYPES, fileProblems.notAnImage),
  texts: parentProofTexts,
  camera: true,
};

const STAFF_TYPES = [...PROOF_TYPES, 'application/pdf'];
export const staffProof: UploadKind = {
  path: uploadPaymentEvidence.path,
  accept: STAFF_TYPES.join(','),
  prepare: (file) => prepareProof(file, STAFF_TYPES, fileProblems.notAProof),
  texts: staffProofTexts,
};

/** A family's proof for an invoice: image or PDF. */
export const invoiceProof: UploadKind = { ...staffProof, texts: invoiceProofTexts, camera: true };

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
