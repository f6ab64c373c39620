import type { Term } from './glossary.ts';

/** The help of one page. */
export interface PageHelp {
  /** What the page is for, in at most two sentences. */
  readonly purpose: string;
  /** Words of the glossary, at most three. */
  readonly terms: readonly Term[];
  /** Three questions with their answers. */
  readonly questions: Readonly<Record<string, string>>;
}

/** The help of pages by their path; where families and staff read different pages under one path, for each. */
export type AreaHelp = Readonly<
  Record<string, PageHelp | { readonly family: PageHelp; readonly staff: PageHelp }>
>;
