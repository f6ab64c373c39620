import type { Machine } from './transitions.ts';

/** The states of a school year: families can choose an open one. */
export const YEAR_STATES = ['planned', 'open', 'closed', 'archived'] as const;
export type YearState = (typeof YEAR_STATES)[number];

export const YEAR_STATE_LABELS: Readonly<Record<YearState, string>> = {
  planned: 'Direncanakan',
  open: 'Dibuka',
  closed: 'Ditutup',
  archived: 'Diarsipkan',
};

/** Staff plan and open years one by one; the set-up of the school opens what it names, and takes back a year without registrations. */
export const YEAR_MACHINE = {
  name: 'academic years',
  statuses: YEAR_STATES,
  edges: [
    { from: null, to: 'planned', action: 'plan', by: 'staff' },
    { from: null, to: 'open', action: 'open', by: 'setup' },
    { from: 'planned', to: 'open', action: 'open', by: 'setup' },
    { from: 'open', to: 'planned', action: 'take back', by: 'setup' },
  ],
} as const satisfies Machine<YearState>;

/** How many years can be open at once. */
export const OPEN_YEARS_MOST = 10;

/** Whether the text is two years in a row, as `2026/2027`. */
export function isSchoolYear(text: string): boolean {
  const [, first, second] = /^(20\d\d)\/(20\d\d)$/u.exec(text) ?? [];
  return first !== undefined && Number(second) === Number(first) + 1;
}

/** `2026/2027` of `2026-2027`, as addresses write it. */
export const yearOfAddress = (text: string): string => text.replace('-', '/');
/** `2026-2027` of `2026/2027`. */
export const yearInAddress = (label: string): string => label.replace('/', '-');

/** The first day of a school year of this label, `YYYY-MM-DD`: 1 July. */
export const firstDayOf = (label: string): string => `${label.slice(0, 4)}-07-01`;
