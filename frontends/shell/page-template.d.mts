export interface PageParts {
  scripts: readonly string[];
  font: string;
  globalCss: string;
  css: string;
  landing: string;
  auth: string;
  wait: string;
}
export function pageTemplate(parts: PageParts): string;
