import type { ReviewedVersion } from '@gerbang/contracts/document-reviews';
import { IconButton } from '@gerbang/ui/button';
import { Quiet, Text } from '@gerbang/ui/layout';
import { PicturePane } from '@gerbang/web-kit/desk/picture-pane.tsx';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { reviewCopy as copy } from './document-reviews.copy.ts';

type Page = ReviewedVersion['pages'][number];

const isPicture = ({ media_type }: Page) => media_type.startsWith('image/');
const urlsOf = (pages: readonly Page[]) => pages.filter(isPicture).map(({ url }) => url);

/** The pages of a sending, one at a time; the others and those in `ahead` are loaded meanwhile. */
export function ReviewPages({
  label,
  pages,
  ahead,
  keys,
}: {
  /** The document's name. */
  label: string;
  pages: readonly Page[];
  ahead: readonly Page[];
  keys: boolean;
}) {
  const first = pages[0]?.url;
  const [place, setPlace] = useState({ first, at: 0 });
  // Another sending begins with its first page.
  const at = place.first === first ? place.at : 0;
  const turn = (by: number) => setPlace({ first, at: (at + by + pages.length) % pages.length });
  useShortcuts({ n: () => turn(1) }, keys && pages.length > 1);
  const page = pages[at];
  if (!page) return <Quiet>{copy.noPages}</Quiet>;
  return (
    <PicturePane
      shown={{
        url: page.url,
        text: isPicture(page) ? null : copy.pdf,
        name: copy.page(label, at + 1, pages.length),
      }}
      ahead={[...urlsOf(pages), ...urlsOf(ahead)]}
      keys={keys}
      turnKey="p"
      words={copy.picture}
    >
      {pages.length > 1 ? (
        <>
          <IconButton label={copy.previousPage} onClick={() => turn(-1)}>
            <ChevronLeft size={20} aria-hidden="true" />
          </IconButton>
          <Text as="span" $small $figures role="status">
            {copy.pageOf(at + 1, pages.length)}
          </Text>
          <IconButton
            label={copy.nextPage}
            aria-keyshortcuts={keys ? 'n' : undefined}
            onClick={() => turn(1)}
          >
            <ChevronRight size={20} aria-hidden="true" />
          </IconButton>
        </>
      ) : null}
    </PicturePane>
  );
}
