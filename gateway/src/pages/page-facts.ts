import { crumbsOf } from '@gerbang/contracts/page-crumbs';
import type { PageData } from '@gerbang/contracts/page-data.types';
import { PAGE_DESCRIPTIONS } from '@gerbang/contracts/page-descriptions';
import type { Page } from '@gerbang/contracts/page.types';
import { pageAt, rolesOf } from '@gerbang/contracts/pages';
import { publicTitleOf } from '@gerbang/contracts/public-pages';
import { bothCalendars } from '@gerbang/domain/calendars';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { drawnBy, type PageChunks } from './page-chunks.ts';

/**
 * In whose frame a page is drawn; the dashboard belongs to every role, and the browser knows the last one. A guest has no
 * session cookie: landing page and login are complete without the program.
 */
type Frame = 'family' | 'staff' | 'either' | 'guest';

/** Which of the page's own markup is its first paint (packages/first-paint). */
export type FirstPaint = 'landing' | 'auth' | 'frame' | 'wait';

/** What the page knows about its address before any program runs. */
export interface PageFacts {
  readonly first: FirstPaint;
  readonly frame: Frame | '';
  readonly data: PageData;
}

function frameOf(page: Page): Frame {
  const roles = rolesOf(page);
  if (!roles) return 'either';
  return roles.includes('wali_murid') ? 'family' : 'staff';
}

/**
 * Title, files and first reads of an address. Without a session cookie: no frame, no prefetch, since the guard redirects to
 * /auth. Whether the cookie's session still exists is checked by the calls themselves.
 */
export function pageFacts(pathname: string, hasSession: boolean, chunks: PageChunks, now: Date): PageFacts {
  const page = pageAt(pathname);
  const { entries } = chunks;
  if (!page) {
    const first = pathname === '/' ? 'landing' : pathname === '/auth' ? 'auth' : 'wait';
    const title = publicTitleOf(pathname);
    return {
      first,
      frame: first === 'wait' || hasSession ? '' : 'guest',
      data: { entries, ...(title !== undefined && { title }) },
    };
  }
  const area = drawnBy(page);
  const files = chunks.pages[page.path] ?? [];
  const inside = {
    entries,
    files,
    ...(area && { area, path: page.path }),
    dashboard: page.path === '/dashboard',
  };
  if (!hasSession) return { first: 'wait', frame: '', data: inside };
  const { title, reads = [], ofYear, task, list } = page;
  const today = { day: jakartaDay(now), text: bothCalendars(now) };
  return {
    first: 'frame',
    frame: frameOf(page),
    data: {
      ...inside,
      title,
      description: PAGE_DESCRIPTIONS[page.path],
      crumbs: crumbsOf(page),
      ...(task && { task }),
      ...(list && { list }),
      today,
      reads: ['/api/user', ...reads],
      ...(ofYear && { ofYear }),
    },
  };
}
