import type { PublicData } from '@gerbang/contracts/page-data.types';
import { once } from '@gerbang/domain/once';

const labels = once((): Readonly<Record<string, string>> => {
  const text = document.getElementById('gerbang-public')?.textContent;
  // Served without a gateway, the page holds the place's name.
  return text?.startsWith('{') ? ((JSON.parse(text) as PublicData).labels ?? {}) : {};
});

/** The school's own word for a level, which the page carries: 'RA' for TK; the level itself where it has none. */
export const levelLabel = (jenjang: string): string => labels()[jenjang] ?? jenjang;
