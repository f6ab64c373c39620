/** The pattern of a text that may stand anywhere, its wildcards escaped (reliability B10); null = no search. */
export function containing(search: string | undefined): string | null {
  const text = search?.normalize('NFC').trim();
  return text ? `%${text.replace(/[\\%_]/gu, '\\$&')}%` : null;
}
