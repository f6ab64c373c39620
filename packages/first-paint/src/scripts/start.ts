import type { AcademicYear } from '@gerbang/contracts/academic-years';
import type { PageData } from '@gerbang/contracts/page-data.types';
import type { User } from '@gerbang/contracts/users';

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
 * Sends for the list in the year that the program will show (web-kit, year-choice), as soon as the years are read: the
 * program would send it a round later, once it is drawn. With a filter or a page in the address it is another list.
 */
async function sendForList(ahead: Record<string, Promise<Response>>, ofYear: string): Promise<void> {
  if (location.search) return;
  const read = async (address: string) => (await ahead[address])?.clone().json();
  const user = (await read('/api/user')) as User;
  const years = (await read('/api/admin/years')) as readonly AcademicYear[];
  const open = years.filter(({ state }) => state === 'open');
  const usual = open.find(({ registrations }) => registrations > 0) ?? open[0];
  const kept = localStorage.getItem(`gerbang.year.${user.id}`);
  const year = kept === 'semua' || years.some(({ label }) => label === kept) ? kept : usual?.label;
  const address =
    year && year !== 'semua'
      ? ofYear.replace('{year}', encodeURIComponent(year))
      : ofYear.replace('academic_year={year}&', '');
  ahead[address] = fetch(address, { credentials: 'include' });
  await ahead[address];
}

/**
 * Starts the program at the first touch of a page that is complete without it (a guest's, unless the registration is
 * wanted), of any other page once the first paint stands; until then its files wait in the cache. A hidden tab paints nothing
 * and does not wait.
 *
 * Behind the login the page's first reads, the program (`scripts`), what all pages there are drawn in (`inside`) and the
 * remote's own files are sent for at once, in this order: the program would ask for them one after the other, and a browser
 * has six lines to a server without HTTP/2. They are fetched into the cache: a preload that a slow phone has not used within
 * three seconds is a warning in the console. A guest's text comes first: the program's files after its paint.
 */
export function start(scripts: readonly string[], inside: readonly string[]): void {
  const page = pageData();
  const ahead: Record<string, Promise<Response>> = {};
  page.reads?.forEach((address) => {
    const response = fetch(address, { credentials: 'include' });
    response.catch(ignore);
    ahead[address] = response;
  });
  window.gerbangAhead = ahead;
  if (page.ofYear) sendForList(ahead, page.ofYear).catch(ignore);
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
    const { frame, tab } = document.documentElement.dataset;
    if (frame !== 'guest' || tab) return run();
    scripts.forEach(toCache);
    void window.gerbangTouch?.then(run);
  };
  if (page.files) scripts.concat(inside, page.files).forEach(toCache);
  if (document.hidden) load();
  else requestAnimationFrame(() => setTimeout(load));
}
