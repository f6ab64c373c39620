import type { Page } from '@gerbang/contracts/page.types';
import { IconButton } from '@gerbang/ui/button';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { lazyPart, quietly } from '@gerbang/web-kit/page/lazy-page';
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { SidePart, tellLost } from '../layout/side-part.tsx';
import type { PageHelp } from './help.types.ts';

const loadSheet = () => import('./help-sheet.tsx').then((file) => file.HelpSheet);
const Sheet = lazyPart(loadSheet);
const loadTexts = () => import('./help-texts.ts');

/** What is above the page has the keyboard for itself. */
const ABOVE = '[role="dialog"], [role="alertdialog"], [data-full]';

// Here and not with the other texts, which come with the sheet.
const label = 'Bantuan';

/** Opens the help of the page, by its button or by the key '?'. Sheet and texts are fetched when they are wanted. */
export function HelpButton({ page, family }: { page: Page; family: boolean }) {
  const [texts, setTexts] = useState<PageHelp | null>(null);
  const open = () =>
    void loadTexts()
      .then(({ helpOf }) => helpOf(page, family))
      .then(setTexts, tellLost);
  useShortcuts({ '?': () => (document.querySelector(ABOVE) ? undefined : open()) });
  const near = () => void quietly(loadSheet);
  return (
    <>
      <IconButton
        label={label}
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        onPointerEnter={near}
        onFocus={near}
        onClick={open}
      >
        <CircleHelp size={22} aria-hidden="true" />
      </IconButton>
      {texts ? (
        <SidePart>
          <Sheet title={`${label}: ${page.title}`} texts={texts} onClose={() => setTexts(null)} />
        </SidePart>
      ) : null}
    </>
  );
}
