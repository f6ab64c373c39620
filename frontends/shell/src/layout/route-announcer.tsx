import { pageAt } from '@gerbang/contracts/pages';
import { publicTitleOf } from '@gerbang/contracts/public-pages';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { useLocation } from '@gerbang/web-kit/page/router';
import { useEffect, useRef } from 'react';
import { copy } from '../copy.ts';
import { publicInfo } from '../public-info.ts';

/** The title of a path, for the tab and for screen readers. */
export function titleOf(pathname: string): string {
  return publicTitleOf(pathname) ?? pageAt(pathname)?.title ?? copy.notFound.title;
}

/** Names every page in the tab, says it aloud after a change of route, and takes the focus to the new content. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const title = titleOf(pathname);
  const before = useRef(pathname);
  useEffect(() => {
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
