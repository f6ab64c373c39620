import { DOCUMENT_MAX_BYTES } from '@gerbang/domain/child-documents';
import { isHeif, pdfStart } from '@gerbang/domain/file-heads';
import { readHead } from '@gerbang/web-kit/files/read-head';
import { HEIC_PROBLEM } from '@gerbang/web-kit/files/heic.copy';
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
  if (pdfStart(head) >= 0) {
    if (!takesPdf) throw new PageProblem(copy.problems.onlyPictures);
    if (file.size > DOCUMENT_MAX_BYTES) throw new PageProblem(copy.problems.largePdf);
    return { kind: 'pdf', blob: file.slice(0, file.size, 'application/pdf'), warnings: [] };
  }
  return shrunkPage(file, 0).catch(() => {
    throw new PageProblem(isHeif(head) ? HEIC_PROBLEM : copy.problems.notAPage(takesPdf));
  });
}
