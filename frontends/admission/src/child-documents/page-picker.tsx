import type { DocumentAccepts } from '@gerbang/domain/child-documents';
import { Quiet, Stack } from '@gerbang/ui/layout';
import type { ApiError } from '@gerbang/web-kit/client';
import { lazySheet } from '@gerbang/web-kit/lazy-page';
import { Suspense, useState } from 'react';
import { PageChooser } from './page-chooser.tsx';
import { pagePickerCopy as copy } from './page-picker.copy.ts';
import type { SendDocument } from './use-sending.ts';

// Most visits only look: what works on pictures is loaded while the page is at rest.
const PageEditor = lazySheet(() => import('./page-editor.tsx').then((file) => file.PageEditor));

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
  readonly onSent: () => void;
  /** The document is not taken any more (409 `locked`, `type_closed`); its pages are gone. */
  readonly onRefused: (error: ApiError) => void;
  /** Whether there are pages that leaving would lose (`UnsentGuard`). */
  readonly onUnsent?: (unsent: boolean) => void;
}

/** The pages of a document from the camera or the files to the server: chosen, small, in order, upright, sent. */
export function PagePicker(props: PagePickerProps) {
  const { document, max, accepts } = props;
  const takesPdf = accepts === 'image_pdf';
  const [chosen, setChosen] = useState<readonly File[] | null>(null);
  if (chosen) {
    return (
      <Suspense fallback={<p role="status">{copy.loading}</p>}>
        <PageEditor {...props} first={chosen} onClose={() => setChosen(null)} />
      </Suspense>
    );
  }
  return (
    <Stack $gap={8}>
      <PageChooser document={document} takesPdf={takesPdf} onFiles={setChosen} />
      <Quiet $small>{copy.hint(max, takesPdf)}</Quiet>
    </Stack>
  );
}
