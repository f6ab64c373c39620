import { JENJANG } from '@gerbang/domain/levels';
import { Select } from '@gerbang/ui/select';
import { StaffDesk, useStaffDesk } from '@gerbang/web-kit/desk/staff-desk.tsx';
import { UndoLine } from '@gerbang/web-kit/desk/undo-bar.tsx';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { useListCounts } from '@gerbang/web-kit/lists/use-staff-list';
import { FileSearch } from 'lucide-react';
import { useMemo } from 'react';
import { columnsOf } from './review-columns.tsx';
import { viewsOf } from './review-views.ts';
import { documentQueue, readCounts, useNamedDocument } from './document-reviews.api.ts';
import { queueCopy as copy, REVIEW_KEYS, reviewCopy } from './document-reviews.copy.ts';
import { useDocumentTypes } from '../document-types/document-types.api.ts';
import { useReview } from './use-review.ts';

// What a document is reviewed with is loaded when the first one opens.
const ReviewPanel = lazySheet(() => import('./review-panel.tsx').then((file) => file.ReviewPanel));
const AbsentPanel = lazySheet(() => import('./review-panel.tsx').then((file) => file.AbsentPanel));
/** /admin/documents, 'Periksa dokumen': the queue, the page, and what the family typed; one document after the other. */
export function ReviewDocumentsPage() {
  const types = useDocumentTypes();
  const labels = useMemo(
    () => new Map((types.data ?? []).map(({ key, label }) => [key, label])),
    [types.data],
  );
  const desk = useStaffDesk(useMemo(() => documentQueue(labels), [labels]));
  const { list, opened } = desk;
  const { state } = list;
  const counts = useListCounts({ ...list, query: list.queryOfParts }, readCounts);
  const review = useReview({ rows: list.rows, opened });
  const free = desk.above === null;
  const reading = list.isPending || list.isPlaceholderData;
  const named = useNamedDocument(desk.row || reading ? null : opened.id);
  const row = desk.row ?? (reading ? undefined : (named.data ?? undefined));
  return (
    <StaffDesk
      desk={desk}
      wide="panel"
      sheet={REVIEW_KEYS}
      free={free}
      shortcuts={opened.id === null ? { arrowright: review.begin, j: review.begin } : {}}
      columns={columnsOf(desk.open, (one) => {
        const verdict = review.verdictOf(one);
        if (verdict) return verdict.reason ? 'returned' : 'approved';
        return one.changed.length > 0 ? 'changed' : one.status;
      })}
      icon={<FileSearch size={28} />}
      views={{ label: copy.views, views: viewsOf(counts, state.filters.status ?? null) }}
      fields={{
        type: (
          <Select
            filters
            compact
            label={copy.type}
            placeholder={copy.everyType}
            value={state.filters.type ?? ''}
            options={(types.data ?? []).map(({ key, label }) => ({
              value: key,
              label: copy.withCount(
                label,
                counts && (counts.by_type.find((one) => one.key === key)?.count ?? 0),
              ),
            }))}
            onChange={({ target }) => state.setFilter('type', target.value || null)}
          />
        ),
        jenjang: (
          <Select
            filters
            compact
            label={copy.levels}
            placeholder={copy.everyLevel}
            value={state.filters.jenjang ?? ''}
            options={JENJANG.map((level) => ({
              value: level,
              label: copy.withCount(
                levelLabel(level),
                counts && (counts.by_jenjang.find(({ jenjang }) => jenjang === level)?.count ?? 0),
              ),
            }))}
            onChange={({ target }) => state.setFilter('jenjang', target.value || null)}
          />
        ),
      }}
      loading={reviewCopy.loading}
      panel={() =>
        row ? (
          <ReviewPanel row={row} opened={opened} desk={review} keys={free} position={opened.position} />
        ) : (
          <AbsentPanel opened={opened} reading={reading || named.isLoading} />
        )
      }
      undo={
        <UndoLine
          last={review.last}
          finished={review.finished ? reviewCopy.finished : null}
          onUndo={review.takeBack}
        />
      }
    />
  );
}
