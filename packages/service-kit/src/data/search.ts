/** The LIKE pattern for a text at any position, with its wildcards escaped; null = no search. */
export function containing(search: string | undefined): string | null {
  const text = search?.normalize('NFC').trim();
  return text ? `%${text.replace(/[\\%_]/gu, '\\$&')}%` : null;
}
