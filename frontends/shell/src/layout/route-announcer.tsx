import { publicTitleOf } from '@gerbang/contracts/public-pages';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { useLocation } from '@gerbang/web-kit/page/router';
import { useEffect, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import { publicInfo } from '../public-info.ts';

/** The title of an address; undefined until the table of what is behind the login is there, which a visitor does not load. */
function useTitle(pathname: string): string | undefined {
  const [titleInside, setTitleInside] = useState<(path: string) => string>();
  const known = publicTitleOf(pathname) ?? titleInside?.(pathname);
  const wanted = known === undefined;
  useEffect(() => {
    if (!wanted) return;
    import(/* webpackChunkName: "inside" */ '../inside.tsx').then(
      (file) => setTitleInside(() => file.titleInside),
      // The page itself says that it could not be fetched.
      () => undefined,
    );
  }, [wanted]);
  return known;
}

/** Names every page in the tab, says it aloud after a change of route, and takes the focus to the new content. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const title = useTitle(pathname);
  const before = useRef(pathname);
  useEffect(() => {
    if (title === undefined) return;
    document.title = title === copy.product ? `${title} · ${publicInfo.name}` : `${title} · ${copy.product}`;
    if (before.current === pathname) return;
    before.current = pathname;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('#root #isi')?.focus({ preventScroll: true });
  }, [pathname, title]);
  return (
    <VisuallyHidden role="status" aria-live="polite" lang={title === copy.notFound.title ? 'en' : undefined}>
      {title}
    </VisuallyHidden>
  );
}
