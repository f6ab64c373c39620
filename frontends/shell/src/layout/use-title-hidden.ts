import { useEffect, useState } from 'react';

/** Whether the page's title has been scrolled under the bar, which then shows it. */
export function useTitleHidden(pathname: string): boolean {
  const [hiddenAt, setHiddenAt] = useState<string | null>(null);
  useEffect(() => {
    const title = document.querySelector('#root #page-title');
    if (!title || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      ([entry]) => setHiddenAt(entry?.isIntersecting === false ? pathname : null),
      {
        rootMargin: '-56px 0px 0px 0px',
      },
    );
    observer.observe(title);
    return () => observer.disconnect();
  }, [pathname]);
  return hiddenAt === pathname;
}
