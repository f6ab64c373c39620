import { documentTone } from '@gerbang/domain/status-tones';
import type { DocumentCounts } from '@gerbang/contracts/document-reviews';
import { JENJANG } from '@gerbang/domain/levels';
import { Select } from '@gerbang/ui/select';
import { DeskFrame, useRoomBeside } from '@gerbang/web-kit/desk/desk-frame.tsx';
import { UndoLine } from '@gerbang/web-kit/desk/undo-bar.tsx';
import { KeysButton, KeysDialog } from '@gerbang/web-kit/desk/keys-button.tsx';
import { StaffList, type View } from '@gerbang/web-kit/lists/staff-list.tsx';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { useListCounts, useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { useOpenedAmong } from '@gerbang/web-kit/lists/use-opened';
import { FileSearch } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { columnsOf } from './review-columns.tsx';
import { documentQueue, readCounts, useNamedDocument } from './document-reviews.api.ts';
import { queueCopy as copy, REVIEW_KEYS, reviewCopy } from './document-reviews.copy.ts';
import { useDocumentTypes } from '../document-types/document-types.api.ts';
import { useReview } from './use-review.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const ReviewPanel = lazySheet(() => import('./review-panel.tsx').then((file) => file.ReviewPanel));
const ReviewDialog = lazySheet(() => import('./review-panel.tsx').then((file) => file.ReviewDialog));
const MissingDialog = lazyPart(() => import('./review-panel.tsx').then((file) => file.MissingDialog));
type Named = ReturnType<typeof documentQueue>['filters'];

/** The parts of the queue; those to be compared again only where there are some, or they are shown. */
const viewsOf = (counts: DocumentCounts | undefined, status: string | null): View<Named>[] => [
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

/** /admin/documents, 'Periksa dokumen': the queue, the page, and what the family typed; one document after the other. */
export function ReviewDocumentsPage() {
  const types = useDocumentTypes();
  const labels = useMemo(
    () => new Map((types.data ?? []).map(({ key, label }) => [key, label])),
    [types.data],
  );
  const list = useStaffList(useMemo(() => documentQueue(labels), [labels]));
  const counts = useListCounts(list, readCounts);
  const opened = useOpenedAmong(list);
  const desk = useReview({ rows: list.rows, opened });
  const beside = useRoomBeside();
  const [sheet, setSheet] = useState(false);
  const { state } = list;
  const at = list.rows.findIndex(({ id }) => id === opened.id);
  const reading = list.isPending || list.isPlaceholderData;
  const named = useNamedDocument(at < 0 && !reading ? opened.id : null);
  const row = list.rows[at] ?? (opened.id === null || reading ? undefined : (named.data ?? undefined));
  useShortcuts({ '?': () => setSheet(true) }, !sheet);
  useShortcuts({ arrowright: desk.begin, j: desk.begin }, !sheet && opened.id === null);

  const position =
    at < 0 || !list.data ? null : { at: (state.page - 1) * list.pageSize + at + 1, of: list.data.total };
  const panel =
    beside && row ? (
      <Suspense fallback={<section aria-label={reviewCopy.loading} />}>
        <ReviewPanel row={row} opened={opened} desk={desk} keys={!sheet} position={position} />
      </Suspense>
    ) : null;
  const rows = (
    <StaffList
      list={list}
      columns={columnsOf(
        (one) => opened.open(one.id),
        (one) => {
          const verdict = desk.verdictOf(one);
          if (verdict) return verdict.reason ? 'returned' : 'approved';
          return one.changed.length > 0 ? 'changed' : one.status;
        },
      )}
      icon={<FileSearch size={28} />}
      keys={!sheet && (beside || opened.id === null)}
      current={beside ? opened.id : null}
      onOpen={(one) => opened.open(one.id)}
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
      hints={<KeysButton onClick={() => setSheet(true)} />}
    />
  );
  return (
    <>
      <DeskFrame list={rows} panel={panel} wide="panel" />
      <UndoLine
        last={desk.last}
        finished={desk.finished ? reviewCopy.finished : null}
        onUndo={desk.takeBack}
      />
      <Suspense fallback={null}>
        {opened.id === null || (beside && row) ? null : row ? (
          <ReviewDialog row={row} opened={opened} desk={desk} keys={!sheet} />
        ) : reading || named.isLoading ? null : (
          <MissingDialog onClose={opened.close} />
        )}
        {sheet ? <KeysDialog keys={REVIEW_KEYS} onClose={() => setSheet(false)} /> : null}
      </Suspense>
    </>
  );
}
