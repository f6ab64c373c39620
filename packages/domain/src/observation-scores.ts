import type { RubricItem } from './rubrics.ts';
import type { Stage } from './registration-stages.ts';
import type { Machine } from './transitions.ts';

/** The states of the sheet that one assessor writes about one child. */
export const SHEET_STATUSES = ['draft', 'submitted'] as const;
export type SheetStatus = (typeof SHEET_STATUSES)[number];

/** A sent sheet is changed only after the head has opened it again. */
export const SHEET_MACHINE = {
  name: 'observation scores',
  statuses: SHEET_STATUSES,
  edges: [
    { from: null, to: 'draft', action: 'save', by: 'assessor' },
    { from: null, to: 'submitted', action: 'send', by: 'assessor' },
    { from: 'draft', to: 'draft', action: 'save', by: 'assessor' },
    { from: 'draft', to: 'submitted', action: 'send', by: 'assessor' },
    { from: 'submitted', to: 'draft', action: 'reopen', by: 'head' },
  ],
} as const satisfies Machine<SheetStatus>;

/** The stages at which sheets are written: from the observation until the result is published. */
export const SHEET_STAGES: readonly Stage[] = ['obs_attended', 'waiting_announcement'];

export const RECOMMENDATIONS = ['disarankan', 'dipertimbangkan', 'tidak_disarankan'] as const;
export type Recommendation = (typeof RECOMMENDATIONS)[number];
export const RECOMMENDATION_LABELS: Readonly<Record<Recommendation, string>> = {
  disarankan: 'Disarankan',
  dipertimbangkan: 'Dipertimbangkan',
  tidak_disarankan: 'Tidak disarankan',
};

export const SHEET_NOTES_MAX = 2000;
/** The share of all weights, in percent, that has to be given. */
export const WEIGHT_NEEDED = 60;
/** From so far apart on assessors disagree. */
export const WIDE_SPREAD = 1;

/** The steps (1–4) of items by their keys; an item that was not seen is null or missing. */
export type Scores = Readonly<Record<string, number | null>>;

/** A quotient of whole numbers, half up. */
const quotient = (sum: number, by: number): number => Math.floor((2 * sum + by) / (2 * by));

/**
 * The average of a sheet over the items that were given, weighted, to three places; null where they are less than 60 % of
 * all weights.
 */
export function averageOf(
  items: readonly Pick<RubricItem, 'key' | 'weight'>[],
  scores: Scores,
): number | null {
  let [sum, given, all] = [0, 0, 0];
  for (const { key, weight } of items) {
    const score = scores[key] ?? null;
    all += weight;
    if (score === null) continue;
    sum += score * weight;
    given += weight;
  }
  if (given === 0 || given * 100 < all * WEIGHT_NEEDED) return null;
  return quotient(sum * 1000, given) / 1000;
}

/** What the sent sheets of a child say together. */
export interface SheetSummary {
  readonly sheets: number;
  /** The mean of their averages, to three places; null without a sheet. */
  readonly average: number | null;
  /** Between the highest and the lowest average; null with fewer than two. */
  readonly spread: number | null;
  readonly recommendations: Readonly<Partial<Record<Recommendation, number>>>;
}

/** Sums up sent sheets. */
export function summaryOf(
  sheets: readonly { readonly average: number; readonly recommendation: Recommendation | null }[],
): SheetSummary {
  const averages = sheets.map(({ average }) => Math.round(average * 1000));
  const sum = averages.reduce((all, one) => all + one, 0);
  const recommendations: Partial<Record<Recommendation, number>> = {};
  for (const { recommendation } of sheets) {
    if (recommendation) recommendations[recommendation] = (recommendations[recommendation] ?? 0) + 1;
  }
  return {
    sheets: sheets.length,
    average: sheets.length === 0 ? null : quotient(sum, sheets.length) / 1000,
    spread: sheets.length < 2 ? null : (Math.max(...averages) - Math.min(...averages)) / 1000,
    recommendations,
  };
}
