import type { Jenjang } from './levels.ts';
import type { Machine } from './transitions.ts';

/** The states of a rubric. One a level is active; only a draft is changed. */
export const RUBRIC_STATUSES = ['draft', 'active', 'retired'] as const;
export type RubricStatus = (typeof RUBRIC_STATUSES)[number];

/** A rubric is in force until the next one of its level is. */
export const RUBRIC_MACHINE = {
  name: 'rubrics',
  statuses: RUBRIC_STATUSES,
  edges: [
    { from: null, to: 'draft', action: 'write', by: 'staff' },
    { from: 'draft', to: 'draft', action: 'write', by: 'staff' },
    { from: 'draft', to: 'active', action: 'activate', by: 'staff' },
    { from: 'active', to: 'retired', action: 'replace', by: 'staff' },
  ],
} as const satisfies Machine<RubricStatus>;

export const RUBRIC_STATUS_LABELS: Readonly<Record<RubricStatus, string>> = {
  draft: 'Draf',
  active: 'Berlaku',
  retired: 'Tidak berlaku lagi',
};

/** What the items of a rubric are about. */
export const RUBRIC_GROUPS = {
  kemandirian: 'Kemandirian',
  bahasa: 'Bahasa',
  motorik: 'Motorik',
  sosial: 'Sosial',
  orang_tua: 'Orang tua',
  lain: 'Lain-lain',
} as const;
export type RubricGroup = keyof typeof RUBRIC_GROUPS;

/** The steps of an item, from 1 on. */
export const SCALE = ['Belum tampak', 'Mulai tampak', 'Berkembang', 'Kuat'] as const;

export const RUBRIC_TITLE_MAX = 120;
export const ITEM_LABEL_MAX = 120;
export const ITEM_HELP_MAX = 300;
export const ITEMS_MAX = 30;
export const WEIGHT_MAX = 5;

/** One thing that is observed. */
export interface RubricItem {
  readonly key: string;
  readonly label: string;
  /** What is seen when the item is strong. */
  readonly help: string | null;
  readonly group: RubricGroup;
  readonly weight: number;
}

const FLAGGED = ['calistung', 'membaca', 'menulis', 'berhitung', 'tes baca', 'mengeja', 'penjumlahan'];

/** The rule that forbids tests of reading, writing and counting (Permendikdasmen 3/2025, articles 11(5) and 42). */
export const FLAG_BASIS = 'Permendikdasmen 3/2025 melarang tes baca, tulis, hitung untuk SD kelas 1.';

/** The words of a rubric that point to such a test, in the order of the list; none where the level is not SD. */
export function flaggedWords({
  jenjang,
  title,
  items,
}: {
  readonly jenjang: Jenjang;
  readonly title: string;
  readonly items: readonly Pick<RubricItem, 'label' | 'help'>[];
}): string[] {
  if (jenjang !== 'SD') return [];
  const texts = [title, ...items.flatMap(({ label, help }) => [label, help ?? ''])].map(
    (text) =>
      ` ${text
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`,
  );
  return FLAGGED.filter((word) => texts.some((text) => text.includes(` ${word}`)));
}
