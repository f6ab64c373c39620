import {
  extensionOf,
  FILE_TYPES,
  type FileType,
  isImage,
  typeOfExtension,
  typeOfHead,
} from '@gerbang/domain/file-types';
import { isHeif } from '@gerbang/domain/file-heads';
import Compressor from 'compressorjs';
import { readHead } from './read-head.ts';
import { HEIC_PROBLEM } from './heic.copy.ts';
import { fileProblems } from './upload.copy.ts';

/** Above this a photo is made smaller before it is sent: families pay for every megabyte. */
const SHRINK_ABOVE = 500 * 1024;
const STEPS = [
  { longSide: 2000, quality: 0.7 },
  { longSide: 1600, quality: 0.6 },
] as const;

/** A file that cannot be sent; `message` says why. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

export interface Prepared {
  readonly blob: Blob;
  readonly name: string;
  readonly type: FileType;
  /** Bytes of the file as it was picked. */
  readonly before: number;
}

export interface FileRules {
  readonly types: readonly FileType[];
  readonly maxBytes: number;
  /** Whether a large photo is made smaller. */
  readonly shrinks: boolean;
  readonly wrongType: string;
  readonly tooLarge: string;
}

function draw(picture: Blob, step: (typeof STEPS)[number]): Promise<Blob> {
  return new Promise((resolve, reject) => {
    void new Compressor(picture, {
      maxWidth: step.longSide,
      maxHeight: step.longSide,
      quality: step.quality,
      mimeType: 'image/jpeg',
      success: resolve,
      error: reject,
    });
  });
}

/** The picture as a small JPEG; refused where the browser cannot read it. */
async function drawn(picture: Blob): Promise<Blob> {
  let smallest: Blob | null = null;
  for (const step of STEPS) {
    const next = await draw(picture, step);
    if (smallest === null || next.size < smallest.size) smallest = next;
    if (smallest.size <= SHRINK_ABOVE) break;
  }
  if (smallest === null) throw new Error('No step of making a picture smaller');
  return smallest;
}

/** The name with an extension of its type: phones give none, and pictures are saved under the names of others. */
function nameAs(type: FileType, name: string): string {
  const typed = extensionOf(name);
  if (typeOfExtension(typed) === type) return name;
  const base = /^\w{1,10}$/u.test(typed) ? name.slice(0, -typed.length - 1) : name;
  return `${base}.${FILE_TYPES[type].extensions[0]}`;
}

/** The type by the first bytes. Office files begin like others of their family, so their name decides too. */
function typeOf(head: string, name: string): FileType | undefined {
  const type = typeOfHead(head);
  const isOffice = type === 'doc' || type === 'docx';
  return isOffice && typeOfExtension(extensionOf(name)) !== type ? undefined : type;
}

/** The picture drawn anew where that is needed; null where it stays. */
async function drawnWhereNeeded(
  file: File,
  head: string,
  type: FileType | undefined,
  { types, shrinks }: FileRules,
): Promise<Blob | null> {
  if (isHeif(head) && types.includes('jpeg')) {
    return drawn(file.slice(0, file.size, 'image/heic')).catch(() => {
      throw new FileProblem(HEIC_PROBLEM);
    });
  }
  if (!shrinks || !type || type === 'gif' || !isImage(type) || file.size <= SHRINK_ABOVE) return null;
  const small = await drawn(file.slice(0, file.size, FILE_TYPES[type].media)).catch(() => null); // the server will say what it is
  return small && small.size < file.size ? small : null;
}

/**
 * Checks a picked file by its first bytes, because names and types of files are wrong too often, and names it by what it
 * is. HEIC becomes JPEG where the browser can read it.
 */
export async function prepareFile(file: File, rules: FileRules): Promise<Prepared> {
  if (file.size === 0) throw new FileProblem(fileProblems.unreadable);
  // A photo that was moved meanwhile, or lies in a cloud that does not respond.
  const head = await readHead(file).catch(() => {
    throw new FileProblem(fileProblems.unreadable);
  });
  const found = typeOf(head, file.name);
  if (!isHeif(head) && !(found && rules.types.includes(found))) throw new FileProblem(rules.wrongType);
  const picture = await drawnWhereNeeded(file, head, found, rules);
  const type = picture ? 'jpeg' : found;
  if (!type) throw new FileProblem(rules.wrongType);
  const blob = picture ?? file;
  if (blob.size > rules.maxBytes) throw new FileProblem(rules.tooLarge);
  return { blob, name: nameAs(type, file.name), type, before: file.size };
}
