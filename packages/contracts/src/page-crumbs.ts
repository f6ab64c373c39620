import type { Page } from './page.types.ts';

/** The breadcrumbs of a page, from the dashboard on; none where it has none. */
export const crumbsOf = ({ title, crumbs = [] }: Pick<Page, 'title' | 'crumbs'>): readonly string[] =>
  crumbs === true ? ['Dashboard', title] : crumbs;
