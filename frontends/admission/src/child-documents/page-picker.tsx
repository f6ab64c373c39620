import { Quiet, Stack } from '@gerbang/ui/layout';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { Suspense, useState } from 'react';
import { PageChooser } from './page-chooser.tsx';
import { pagePickerCopy as copy } from './page-picker.copy.ts';
import type { PagePickerProps } from './page-picker-props.ts';

// Most visits only look: what works on pictures is loaded while the page is at rest.
const PageEditor = lazySheet(() => import('./page-editor.tsx').then((file) => file.PageEditor));

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
