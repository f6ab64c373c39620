import { type Page, pageAt } from '@gerbang/contracts/pages';
import { bothCalendars } from '@gerbang/domain/calendars';
import type { PageChunks } from './page-chunks.ts';

/** In whose frame a page is drawn; the dashboard is everybody's, and the browser knows who was here last. */
type Frame = 'family' | 'staff' | 'either';

/** Which of the page's own markup is its first paint (frontends/shell, page-template). */
export type FirstPaint = 'landing' | 'auth' | 'frame' | 'wait';

/** What the page knows about its address before any program runs. */
export interface PageFacts {
  readonly first: FirstPaint;
  readonly frame: Frame | '';
  /** For the page's scripts, as JSON. */
  readonly told: object;
}

function frameOf({ roles }: Page): Frame {
  if (!roles) return 'either';
  return roles.includes('wali_murid') ? 'family' : 'staff';
}

/**
 * Title, files and first reads of an address. Who has no session cookie gets no frame and reads nothing ahead: the guard
 * leads to /auth. Whether a cookie still counts is for the calls themselves to say.
 */
export function pageFacts(pathname: string, hasSession: boolean, chunks: PageChunks, now: Date): PageFacts {
  const page = pageAt(pathname);
  const { entries } = chunks;
  if (!page) {
    const first = pathname === '/' ? 'landing' : pathname === '/auth' ? 'auth' : 'wait';
    return { first, frame: '', told: { entries } };
  }
  const inside = { entries, files: chunks.pages[page.path] ?? [], dashboard: page.path === '/dashboard' };
  if (!hasSession) return { first: 'wait', frame: '', told: inside };
  const { title, description, crumbs = [], reads = [] } = page;
  const today = inside.dashboard ? bothCalendars(now) : undefined;
  return {
    first: 'frame',
    frame: frameOf(page),
    told: { ...inside, title, description, crumbs, today, reads: ['/api/user', ...reads] },
  };
}
