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

/**
 * Staff plan and open years one by one; the set-up of the school opens what it names, and takes back a year without
 * registrations. Two people close a year, and one reopens it for a while; much later two people archive it.
 */
export const YEAR_MACHINE = {
  name: 'academic years',
  statuses: YEAR_STATES,
  edges: [
    { from: null, to: 'planned', action: 'plan', by: 'staff' },
    { from: null, to: 'open', action: 'open', by: 'setup' },
    { from: 'planned', to: 'open', action: 'open', by: 'setup' },
    { from: 'open', to: 'planned', action: 'take back', by: 'setup' },
    { from: 'open', to: 'closed', action: 'close', by: 'staff' },
    { from: 'planned', to: 'closed', action: 'close', by: 'staff' },
    { from: 'closed', to: 'open', action: 'reopen', by: 'staff' },
    { from: 'closed', to: 'archived', action: 'archive', by: 'staff' },
  ],
} as const satisfies Machine<YearState>;

/** How many years can be open at once. */
export const OPEN_YEARS_MOST = 10;

/** What can be left of a year that is to be closed. What waits has to be finished first; invoices stay as they are. */
export const CLOSING_KINDS = ['unpaid', 'waiting', 'waitlist', 'accepted', 'invoices'] as const;
export type ClosingKind = (typeof CLOSING_KINDS)[number];

/** What becomes of registrations without a fee, and of accepted children whose family has not confirmed. */
export const UNPAID_CHOICES = ['delete', 'move'] as const;
export const ACCEPTED_CHOICES = ['withdraw', 'wait'] as const;

/** The order in which a closing goes through what is left: a list ends before seats are freed that it would be offered. */
export const CLOSING_STEPS = ['unpaid', 'waitlist', 'accepted'] as const;

/** What two people do to a year, and its steps. */
export const YEAR_WORK = { close: CLOSING_STEPS, archive: ['families'] } as const;
export type YearWork = keyof typeof YEAR_WORK;
export type ClosingStep = (typeof YEAR_WORK)[YearWork][number];

export const CLOSING_STATUSES = ['asked', 'running', 'stopped', 'done', 'dropped'] as const;
export type ClosingStatus = (typeof CLOSING_STATUSES)[number];

/** A closing is asked for by one person and begun by another; it can be stopped and continued, and is dropped when the year is reopened. */
export const CLOSING_MACHINE = {
  name: 'closings of years',
  statuses: CLOSING_STATUSES,
  edges: [
    { from: null, to: 'asked', action: 'ask', by: 'staff' },
    { from: 'asked', to: 'running', action: 'agree', by: 'staff' },
    { from: 'asked', to: 'dropped', action: 'replace', by: 'staff' },
    { from: 'running', to: 'stopped', action: 'stop', by: 'staff' },
    { from: 'stopped', to: 'running', action: 'continue', by: 'staff' },
    { from: 'running', to: 'done', action: 'finish', by: 'system' },
    { from: 'stopped', to: 'dropped', action: 'reopen', by: 'staff' },
  ],
} as const satisfies Machine<ClosingStatus>;

/** How many years after its closing a year can be archived. */
export const ARCHIVE_YEARS = 2;

/** How many days a closed year can be reopened. */
export const REOPEN_DAYS = 30;

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
