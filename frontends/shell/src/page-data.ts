import type { PageData } from '@gerbang/contracts/page-data.types';

/** What the gateway wrote into the page; nothing where the page is served without a gateway. */
export function pageData(): PageData {
  const text = typeof document === 'undefined' ? null : document.getElementById('gerbang-page')?.textContent;
  // Served without a gateway, the page holds the place's name.
  return text?.startsWith('{') ? (JSON.parse(text) as PageData) : {};
}
