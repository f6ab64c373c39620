import type { AcademicYear } from '@gerbang/contracts/academic-years';
// By the package's name: the shell shares the session with the remotes.
import { useSession } from '@gerbang/web-kit/session/session';
import { useYears } from './use-years.ts';

/** What an address says for all years. */
export const EVERY_YEAR = 'semua';
const FORM = /^20\d\d\/20\d\d$/u;

/** Whether a text of an address is a choice of a year. */
export const isYearChoice = (text: string): boolean => text === EVERY_YEAR || FORM.test(text);

const placeOf = (person: string) => `gerbang.year.${person}`;

/** What a person chose last in this browser. */
function keptChoice(person: string | undefined): string | null {
  try {
    const kept = person === undefined ? null : localStorage.getItem(placeOf(person));
    return kept !== null && isYearChoice(kept) ? kept : null;
  } catch {
    return null; // private window
  }
}

/** The newest open year in which children are registered, else the newest open one; all where none is open. */
function usualYear(years: readonly AcademicYear[]): string {
  const open = years.filter(({ state }) => state === 'open');
  return (open.find(({ registrations }) => registrations > 0) ?? open[0])?.label ?? EVERY_YEAR;
}

/** The year that a page shows. */
export interface YearChoice {
  /** Undefined while it is not known; null = all. */
  readonly year: string | null | undefined;
  /** The same of a page that shows one year at a time; empty while it is not known, and where there is none. */
  readonly one: string;
  /** The years to choose from, the newest first. */
  readonly labels: readonly string[];
  /** Remembers a choice of this person. */
  readonly keep: (choice: string) => void;
}

/**
 * The year that a list shows: that of the address, else what this person chose last, else the newest open one with
 * registrations; all where the years cannot be read. `wanted` = false: the page has no year, and nothing is read.
 */
export function useYearChoice(inAddress: string | null, wanted = true): YearChoice {
  const person = useSession().user?.id;
  const { data, isError } = useYears(wanted);
  const kept = keptChoice(person);
  const labels = data?.map(({ label }) => label) ?? [];
  const known = kept === EVERY_YEAR || !data || labels.includes(kept ?? '') ? kept : null;
  const choice = inAddress ?? known ?? (data ? usualYear(data) : isError ? EVERY_YEAR : undefined);
  const year = choice === EVERY_YEAR ? null : choice;
  const usual = data ? usualYear(data) : EVERY_YEAR;
  return {
    year: wanted ? year : null,
    one: year ?? (usual === EVERY_YEAR ? (labels[0] ?? '') : usual),
    labels: year && !labels.includes(year) ? [year, ...labels].toSorted().toReversed() : labels,
    keep: (next) => {
      try {
        if (person !== undefined) localStorage.setItem(placeOf(person), next);
      } catch {
        return; // private window: the address keeps it for this page
      }
    },
  };
}
