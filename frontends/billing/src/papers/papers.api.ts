import { exportPapers, listPapers, revokePaper } from '@gerbang/contracts/papers';
import { PAPER_KINDS, PAPER_LABELS } from '@gerbang/domain/papers';
import { type CallOutput, callPage } from '@gerbang/web-kit/api/client';
import { useMutation, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { changeOf } from '@gerbang/web-kit/api/records';
import { ACADEMIC_YEAR, choice, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { copy } from './papers.copy.ts';

export type Paper = CallOutput<typeof listPapers>[number];

const KEY = 'papers';

/** The papers that were given out, the newest first. */
export const papers = staffList({
  key: KEY,
  news: 'counted',
  pageSize: 50,
  filters: {
    kind: choice({
      label: copy.kindFilter,
      every: copy.everyKind,
      values: PAPER_KINDS,
      labels: PAPER_LABELS,
    }),
    academic_year: ACADEMIC_YEAR,
  },
  fields: ['kind', 'sort'],
  texts: copy,
  download: { path: exportPapers.path, file: 'dokumen-terbit' },
  read: (query, signal) => callPage(listPapers, { signal, query }),
});

export function useRevokePaper() {
  return useMutation({
    mutationFn: changeOf(revokePaper),
    onSettled: useReadAgain(KEY),
  });
}
