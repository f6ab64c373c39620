import Compressor from 'compressorjs';
import { paymentCopy as copy } from './payment.copy.ts';

const MAX_BYTES = 5 * 1024 * 1024;
/** Above this a photo is made smaller before it is sent: families pay for every megabyte. */
const SHRINK_ABOVE = 500 * 1024;
const STEPS = [
  { longSide: 2000, quality: 0.7 },
  { longSide: 1600, quality: 0.6 },
] as const;
const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** The types that the picker offers; naming them makes phones hand over JPEG instead of HEIC. */
export const PROOF_ACCEPT = IMAGES.join(',');

/** A file that cannot be a proof; `message` is the specification's sentence. */
export class ProofProblem extends Error {
  override readonly name = 'ProofProblem';
}

export interface Proof {
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
 * Checks a picked file and makes a large photo smaller (admission workflow §5, "Parent proof upload"; decisions,
 * Files). What cannot be shrunk is sent as it is, if it is not over 5 MB.
 */
export async function prepareProof(file: File): Promise<Proof> {
  if (!IMAGES.includes(file.type)) throw new ProofProblem(copy.notAnImage);
  if (file.size === 0) throw new ProofProblem(copy.unreadable);
  let blob: Blob = file;
  if (file.size > SHRINK_ABOVE && file.type !== 'image/gif') {
    blob = await shrunk(file).catch(() => file); // the browser cannot read it: the server will say what it is
  }
  if (blob.size > MAX_BYTES) throw new ProofProblem(copy.tooLarge);
  const name = blob.type === file.type ? file.name : file.name.replace(/(\.\w+)?$/u, '.jpg');
  return { blob, name, before: file.size };
}
