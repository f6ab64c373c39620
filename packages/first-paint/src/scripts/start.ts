import type { PageData } from '@gerbang/contracts/page-data.types';

declare global {
  /** Responses to calls that the page sent before the program ran, by address; web-kit's client takes them. */
  var gerbangAhead: Record<string, Promise<Response>> | undefined;
}

/** What the page knows about its address; nothing where it is served without a gateway. */
function pageData(): PageData {
  try {
    return JSON.parse(String(document.getElementById('gerbang-page')?.textContent)) as PageData;
  } catch {
    return {};
  }
}

/** The program meets a failed fetch again where it needs the response, and shows it there. */
const ignore = () => undefined;

/**
 * Starts the program at the first touch of a page that is complete without it (a guest's, unless the registration is
 * wanted), of any other page at once; until then its files wait in the cache.
 *
 * Fetches the program (`scripts`) once the first paint stands, so that it takes neither bandwidth nor time from the text
 * that the visitor came for. A hidden tab paints nothing and does not wait. Beside it comes what draws this page: `frame`
 * for every page of a remote, `dashboard` for that page, and the remote's own files; the program would ask for them one
 * after the other. They are fetched into the cache: a preload that a slow phone has not used within three seconds is a
 * warning in the console. The page's first reads start at once.
 */
export function start(
  scripts: readonly string[],
  frame: readonly string[],
  dashboard: readonly string[],
): void {
  const page = pageData();
  const ahead: Record<string, Promise<Response>> = {};
  page.reads?.forEach((address) => {
    const response = fetch(address, { credentials: 'include' });
    response.catch(ignore);
    ahead[address] = response;
  });
  window.gerbangAhead = ahead;
  const toCache = (address: string) => {
    fetch(address).catch(ignore);
  };
  const run = () => {
    scripts.forEach((address) => {
      const script = document.createElement('script');
      script.src = address;
      script.async = false;
      document.head.append(script);
    });
  };
  const load = () => {
    const { frame: shown, tab } = document.documentElement.dataset;
    if (shown === 'guest' && !tab) {
      scripts.forEach(toCache);
      void window.gerbangTouch?.then(run);
      return;
    }
    run();
    if (page.files) frame.concat(page.dashboard ? dashboard : [], page.files).forEach(toCache);
  };
  if (document.hidden) load();
  else requestAnimationFrame(() => setTimeout(load));
}
