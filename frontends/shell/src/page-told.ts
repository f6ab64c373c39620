/** What the gateway writes into the page about its address (gateway, page-facts). */
interface PageTold {
  /** By the name of a remote, its entry under the hash of what is in it. */
  readonly entries?: Readonly<Record<string, string>>;
}

function read(): PageTold {
  const text = typeof document === 'undefined' ? null : document.getElementById('gerbang-page')?.textContent;
  // Served without a gateway, the page holds the place's name.
  return text?.startsWith('{') ? (JSON.parse(text) as PageTold) : {};
}

/** The address of a remote's entry; the one without a hash is revalidated at every visit. */
export function entryOf(area: string): string {
  return read().entries?.[area] ?? `/remotes/${area}/entry.js`;
}
