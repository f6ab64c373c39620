import { useEffect, useState } from 'react';

/** Whether the page's title has been scrolled under the bar, which then shows it. */
export function useTitleHidden(pathname: string): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    setHidden(false);
    const title = document.querySelector('#root #page-title');
    if (!title || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => setHidden(entry?.isIntersecting === false), {
      rootMargin: '-56px 0px 0px 0px',
    });
    observer.observe(title);
    return () => observer.disconnect();
  }, [pathname]);
  return hidden;
}
