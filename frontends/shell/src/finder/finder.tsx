import type { User } from '@gerbang/contracts/users';
import { IconButton } from '@gerbang/ui/button';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { SidePart } from '../layout/side-part.tsx';
import { finderCopy as copy } from './finder.copy.ts';

const FindDialog = lazyPart(() => import('./find-dialog.tsx').then((file) => file.FindDialog));

/** An open dialog keeps its keys, and a list that has a search of its own the key '/'. */
const isTaken = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [data-full]') !== null;
const hasListSearch = (): boolean => document.querySelector('[aria-keyshortcuts="/"]') !== null;

/** The search from anywhere: Ctrl K, `/` where no list takes it, and a button. */
export function Finder({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  const begin = () => (isTaken() ? undefined : setOpen(true));
  useShortcuts({ '/': () => (hasListSearch() ? undefined : begin()) }, !open);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      if (!event.repeat && !isTaken()) setOpen(true);
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, []);
  return (
    <>
      <IconButton label={copy.open} aria-haspopup="dialog" aria-keyshortcuts="Control+K" onClick={begin}>
        <Search size={20} aria-hidden="true" />
      </IconButton>
      {open ? (
        <SidePart>
          <FindDialog user={user} onClose={() => setOpen(false)} />
        </SidePart>
      ) : null}
    </>
  );
}
