export interface FirstPaintScreen {
  html: string;
  css: string;
}
export interface PageParts {
  scripts: readonly string[];
  /** What every page of a remote is drawn in, and the dashboard's own frame. */
  chunks: { readonly frame: readonly string[]; readonly dashboard: readonly string[] };
  font: string;
  globalCss: string;
  landing: FirstPaintScreen;
  auth: FirstPaintScreen;
  frame: FirstPaintScreen;
  wait: FirstPaintScreen;
}
export function pageTemplate(parts: PageParts): string;
