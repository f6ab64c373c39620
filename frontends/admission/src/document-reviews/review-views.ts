import type { DocumentCounts } from '@gerbang/contracts/document-reviews';
import { documentTone } from '@gerbang/domain/status-tones';
import type { View } from '@gerbang/web-kit/lists/staff-list.tsx';
import type { documentQueue } from './document-reviews.api.ts';
import { queueCopy as copy } from './document-reviews.copy.ts';

type Named = ReturnType<typeof documentQueue>['filters'];

/** The parts of the queue; those to be compared again only where there are some, or they are shown. */
export const viewsOf = (counts: DocumentCounts | undefined, status: string | null): View<Named>[] => [
  {
    key: 'waiting',
    label: copy.waiting,
    tone: documentTone('uploaded', 'staff'),
    count: counts?.waiting ?? null,
    filters: {},
  },
  ...(counts?.changed || status === 'changed'
    ? [
        {
          key: 'changed',
          label: copy.changed,
          tone: documentTone('uploaded', 'staff'),
          count: counts?.changed ?? null,
          filters: { status: 'changed' as const },
        },
      ]
    : []),
  ...(['returned', 'approved'] as const).map((one) => ({
    key: one,
    label: copy[one],
    tone: documentTone(one, 'staff'),
    count: counts?.[one] ?? null,
    filters: { status: one },
  })),
];
