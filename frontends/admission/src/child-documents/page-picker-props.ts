import type { DocumentAccepts } from '@gerbang/domain/child-documents';
import type { ApiError } from '@gerbang/web-kit/api/client';
import type { SendDocument } from './use-sending.ts';

/** A document whose pages are chosen and sent, and what follows. */
export interface PagePickerProps {
  /** Name of the document: 'Kartu keluarga'. */
  readonly document: string;
  /** Most pages (`max_files` of the type). */
  readonly max: number;
  readonly accepts: DocumentAccepts;
  /** Whether a note to the school can be added. */
  readonly withNote?: boolean;
  /** The call that makes a document of uploaded pages: D03 of a family, D10 on its behalf. */
  readonly send: SendDocument<unknown>;
  /** With hints about sent pages that were not shown yet. */
  readonly onSent: (hints: readonly string[]) => void;
  /** The document is not taken any more (409 `locked`, `type_closed`); its pages are gone. */
  readonly onRefused: (error: ApiError) => void;
  /** Whether there are pages that leaving would lose (`UnsavedGuard`). */
  readonly onUnsent?: (unsent: boolean) => void;
}
