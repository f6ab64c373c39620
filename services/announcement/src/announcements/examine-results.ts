import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Entry, Examination, ResultRecord } from './announcements.repository.ts';

/** An entry as a body names it; `checked` is missing where the sender does not know of examinations. */
export interface SentEntry extends Entry {
  readonly checked?: boolean | undefined;
}

type Kept = Pick<ResultRecord, 'result' | 'individual_note' | keyof Examination>;

/** What a new draft holds before the child was examined. */
const UNTOUCHED = { result: 'passed', individual_note: null } as const;
const UNEXAMINED: Examination = {
  checked_at: null,
  checked_by_id: null,
  checked_by_name: null,
  checked_by_role: null,
};

/**
 * Whether an entry counts as examined. Without `checked`, a result or note that was changed by hand does, and anything
 * else stays as it is: a program that does not know of examinations can never make an untouched result examined.
 */
function isExamined(entry: SentEntry, kept: Kept | undefined): boolean {
  if (entry.checked !== undefined) return entry.checked;
  const before = kept ?? UNTOUCHED;
  const changed = entry.result !== before.result || entry.individual_note !== before.individual_note;
  return changed || (kept !== undefined && kept.checked_at !== null);
}

/** The entries with who examined them when: who did so before stays, unless the result is another one now. */
export function withExaminations(
  entries: readonly SentEntry[],
  kept: ReadonlyMap<string, Kept>,
  { by, at }: { readonly by: Actor; readonly at: Date },
): (Entry & Examination)[] {
  const present: Examination = {
    checked_at: at,
    checked_by_id: by.id,
    checked_by_name: by.name,
    checked_by_role: by.role as Examination['checked_by_role'],
  };
  return entries.map((entry) => {
    const { checked: _sent, ...columns } = entry;
    const before = kept.get(entry.registration_id);
    if (!isExamined(entry, before)) return { ...columns, ...UNEXAMINED };
    if (!before || before.checked_at === null || before.result !== entry.result)
      return { ...columns, ...present };
    const { checked_at, checked_by_id, checked_by_name, checked_by_role } = before;
    return { ...columns, checked_at, checked_by_id, checked_by_name, checked_by_role };
  });
}

/** How many of the entries were examined. */
export const examinedCount = (entries: readonly Pick<Examination, 'checked_at'>[]): number =>
  entries.filter(({ checked_at }) => checked_at !== null).length;
