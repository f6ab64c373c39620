import { FILE_TYPES, isHeif, typeOfHead, UPLOADS } from '@gerbang/domain/file-types';
import { readHead } from '@gerbang/web-kit/files/read-head';
import { fileProblems } from '@gerbang/web-kit/files/upload.copy';
import { shrinkInWindow } from './shrink-in-window.ts';
import { shrinkInWorker } from './shrink-in-worker.ts';
import type { ShrunkPicture } from './shrink-picture.ts';
import { pageEditorCopy as copy } from './page-editor.copy.ts';

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

/** Makes a picture a page; `turns` by quarters to the right. Refused where the browser cannot read it. */
export async function shrunkPage(file: Blob, turns: number): Promise<PreparedPage> {
  const shrunk = (await shrinkInWorker(file, turns)) ?? (await shrinkInWindow(file, turns));
  return { kind: 'picture', ...shrunk };
}

/** Makes a chosen file a page: a picture gets small and upright, a PDF stays. Refuses with a `PageProblem`. */
export async function preparePage(file: Blob, takesPdf: boolean): Promise<PreparedPage> {
  if (file.size === 0) throw new PageProblem(copy.problems.empty);
  // A photo that was moved meanwhile, or lies in a cloud that does not answer.
  const head = await readHead(file).catch(() => {
    throw new PageProblem(copy.problems.unreadable);
  });
  if (typeOfHead(head) === 'pdf') {
    if (!takesPdf) throw new PageProblem(copy.problems.onlyPictures);
    if (file.size > UPLOADS.child_document.maxBytes) throw new PageProblem(copy.problems.largePdf);
    return { kind: 'pdf', blob: file.slice(0, file.size, FILE_TYPES.pdf.media), warnings: [] };
  }
  return shrunkPage(file, 0).catch(() => {
    throw new PageProblem(isHeif(head) ? fileProblems.heic : copy.problems.notAPage(takesPdf));
  });
}
