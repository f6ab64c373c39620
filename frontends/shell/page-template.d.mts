export interface PageParts {
  scripts: readonly string[];
  /** What every page of a remote is drawn in, and the dashboard's own frame. */
  frame: readonly string[];
  dashboard: readonly string[];
  font: string;
  globalCss: string;
  css: string;
  landing: string;
  auth: string;
  wait: string;
}
export function pageTemplate(parts: PageParts): string;
