import type { PageData } from '@gerbang/contracts/page-data.types';

function read(): PageData {
  const text = typeof document === 'undefined' ? null : document.getElementById('gerbang-page')?.textContent;
  // Served without a gateway, the page holds the place's name.
  return text?.startsWith('{') ? (JSON.parse(text) as PageData) : {};
}

/** The address of a remote's entry; the one without a hash is revalidated at every visit. */
export function entryOf(area: string): string {
  return read().entries?.[area] ?? `/remotes/${area}/entry.js`;
}
