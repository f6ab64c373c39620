import { RECOMMENDATION_LABELS, RECOMMENDATIONS } from '@gerbang/domain/observation-scores';
import type { AnnouncementResult } from '@gerbang/contracts/announcement-shapes';

export type Observation = NonNullable<AnnouncementResult['observation']>;

const FIGURES = new Intl.NumberFormat('id-ID', { minimumFractionDigits: 1, maximumFractionDigits: 2 });

/** Texts about what assessors said together. */
export const observationCopy = {
  /** `Rata-rata 3,2 · selisih 0,4 · disarankan 2, dipertimbangkan 1` */
  line: ({ average, spread, recommendations }: Observation): string =>
    [
      `Rata-rata ${FIGURES.format(average)}`,
      ...(spread === null ? [] : [`selisih ${FIGURES.format(spread)}`]),
      ...[
        RECOMMENDATIONS.filter((one) => recommendations[one])
          .map((one) => `${RECOMMENDATION_LABELS[one].toLowerCase()} ${recommendations[one]}`)
          .join(', '),
      ].filter(Boolean),
    ].join(' · '),
  differ: 'Penilai berbeda pendapat',
  sort: 'Urut menurut rata-rata',
} as const;
