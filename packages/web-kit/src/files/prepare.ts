import Compressor from 'compressorjs';
import { fileProblems as problems } from './upload.copy.ts';

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
export const PROOF_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

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
export async function prepareProof(
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
export async function prepareAttachment(file: File): Promise<Prepared> {
  if (!ATTACHMENT.test(file.name)) throw new FileProblem(problems.notAnAttachment);
  if (file.size === 0) throw new FileProblem(problems.unreadable);
  if (file.size > ATTACHMENT_MAX * MEBIBYTE) throw new FileProblem(problems.tooLarge(ATTACHMENT_MAX));
  return { blob: file, name: file.name, before: file.size };
}
