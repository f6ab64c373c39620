import { ANY_DAY } from './day-limits.ts';
import type { DayLimits } from './day-range.ts';
import type { Machine } from './transitions.ts';

/** The states of a cash drawer. */
export const DRAWER_STATES = ['open', 'closed', 'signed'] as const;
export type DrawerState = (typeof DRAWER_STATES)[number];

export const DRAWER_LABELS: Readonly<Record<DrawerState, string>> = {
  open: 'Terbuka',
  closed: 'Menunggu tanda tangan',
  signed: 'Selesai',
};

/** A drawer is counted by its own person and signed by another one; neither is taken back. */
export const DRAWER_MACHINE = {
  name: 'drawers',
  statuses: DRAWER_STATES,
  edges: [
    { from: null, to: 'open', action: 'open', by: 'holder' },
    { from: 'open', to: 'closed', action: 'close', by: 'holder' },
    { from: 'closed', to: 'signed', action: 'sign', by: 'second' },
  ],
} as const satisfies Machine<DrawerState, string, 'holder' | 'second'>;

/**
 * Notes and coins in use, in rupiah, the largest first: the money of 2016 and 2022 with the note of 75,000 (Bank Indonesia,
 * https://www.bi.go.id/en/rupiah/gambar-uang). 1,000 is a note and a coin and is counted together.
 */
export const DENOMINATIONS = [
  100_000, 75_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100,
] as const;

/** How many pieces of each are counted, by the value as text. */
export type CountedPieces = Readonly<Partial<Record<string, number>>>;

/** Rupiah that were counted: as a sum, or by note and coin. */
export const countedSum = (counted: number | CountedPieces): number =>
  typeof counted === 'number'
    ? counted
    : DENOMINATIONS.reduce((sum, value) => sum + value * (counted[String(value)] ?? 0), 0);

/** More than any drawer holds, in rupiah; and the most pieces of one kind. */
export const DRAWER_MOST = 1_000_000_000;
export const PIECES_MOST = 100_000;

/** The reason of a difference, in characters. */
export const DIFFERENCE_REASON = { min: 5, max: 300 } as const;

/** What a drawer misses when it is closed: the reason of a difference. */
export const lacksReason = (difference: number, reason: string | null | undefined): boolean =>
  difference !== 0 && (reason ?? '').trim().length < DIFFERENCE_REASON.min;

/** The day whose drawers are looked at. */
export const drawerDays = (today: string): DayLimits => ({
  ...ANY_DAY,
  last: today,
  late: 'Hari ini belum tiba. Pilih hari ini atau sebelumnya.',
});
