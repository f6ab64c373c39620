import { shrinkInWindow } from './shrink-in-window.ts';
import { shrinkInWorker } from './shrink-in-worker.ts';
import type { ShrunkPicture } from './shrink-picture.ts';
import { pageEditorCopy as copy } from './page-editor.copy.ts';

/** Bytes of a PDF at most, which is sent as it is. */
const PDF_MAX_BYTES = 5 * 1024 * 1024;
/** Brands of HEIC and its kin, in the box with which their files begin (ISO/IEC 14496-12, 4.3). */
const HEIF = /^ftyp(?:hei[cmsx]|hev[cx]|mif1|msf1)/u;

/** A file that cannot be a page; `message` says why. */
export class PageProblem extends Error {
  override readonly name = 'PageProblem';
}

/** A page before it is sent. */
export interface PreparedPage {
  readonly kind: 'picture' | 'pdf';
  readonly blob: Blob;
  readonly warnings: ShrunkPicture['warnings'];
}

/** The first bytes as text: names and types of files are wrong too often. */
async function beginOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  return String.fromCharCode(...bytes);
}

/** Makes a picture a page; `turns` by quarters to the right. Refused where the browser cannot read it. */
export async function shrunkPage(file: Blob, turns: number): Promise<PreparedPage> {
  const shrunk = (await shrinkInWorker(file, turns)) ?? (await shrinkInWindow(file, turns));
  return { kind: 'picture', ...shrunk };
}

/** Makes a chosen file a page: a picture gets small and upright, a PDF stays. Refuses with a `PageProblem`. */
export async function preparePage(file: Blob, takesPdf: boolean): Promise<PreparedPage> {
  if (file.size === 0) throw new PageProblem(copy.problems.empty);
  // A photo that was moved meanwhile, or lies in a cloud that does not answer.
  const begin = await beginOf(file).catch(() => {
    throw new PageProblem(copy.problems.unreadable);
  });
  if (begin.startsWith('%PDF')) {
    if (!takesPdf) throw new PageProblem(copy.problems.onlyPictures);
    if (file.size > PDF_MAX_BYTES) throw new PageProblem(copy.problems.largePdf);
    return { kind: 'pdf', blob: file, warnings: [] };
  }
  return shrunkPage(file, 0).catch(() => {
    throw new PageProblem(
      HEIF.test(begin.slice(4)) ? copy.problems.format : copy.problems.notAPage(takesPdf),
    );
  });
}
