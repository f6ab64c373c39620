import type { StaffDocuments as Documents } from '@gerbang/contracts/document-reviews';
import { isToSend } from '@gerbang/domain/child-documents';
import { Banner } from '@gerbang/ui/banner';
import { Quiet, Stack, Text } from '@gerbang/ui/layout';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { UndoLine, UndoPlace } from '@gerbang/web-kit/desk/undo-bar.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import type { Opened } from '@gerbang/web-kit/lists/use-opened';
import { Suspense, useEffect, useRef, useState } from 'react';
import { rowOf, useStaffDocuments } from './document-reviews.api.ts';
import { reviewCopy } from './document-reviews.copy.ts';
import { OtherSteps } from '../child-documents/other-steps.tsx';
import { type DocumentAct, StaffDocumentRow } from './staff-document-row.tsx';
import { staffDocumentsCopy as copy } from './staff-documents.copy.ts';
import { StaffTools } from './staff-tools.tsx';
import { useReview } from './use-review.ts';

const ReviewDialog = lazyPart(() => import('./review-panel.tsx').then((file) => file.ReviewDialog));
const SettleDialog = lazyPart(() => import('./staff-settle-dialog.tsx').then((file) => file.SettleDialog));
const SendDialog = lazyPart(() => import('./staff-send-dialog.tsx').then((file) => file.SendDialog));

/** Here every document is shown, whatever is to be compared again. */
const UNCHANGED = { changed: [] };

/** The documents of this registration that have pages, reviewed one after the other above it. */
function useReviewHere(data: Documents | undefined) {
  const [id, setId] = useState<string | null>(null);
  const rows = (data?.documents ?? []).flatMap(
    (document) => (data && rowOf(data, document, UNCHANGED)) ?? [],
  );
  const at = rows.findIndex((row) => row.id === id);
  const step = (by: number) => setId(rows[at + by]?.id ?? id);
  const opened: Opened = {
    id,
    open: setId,
    show: setId,
    close: () => setId(null),
    hasNext: at >= 0 && at < rows.length - 1,
    hasPrevious: at > 0,
    toNext: () => step(1),
    toPrevious: () => step(-1),
  };
  return { row: rows[at], opened, desk: useReview({ rows, opened }) };
}

/** The documents of a registration: how far they are, each with its state, and what staff do about them. */
export function StaffDocuments({
  registrationId,
  onBusy,
}: {
  registrationId: string;
  /** Whether something is open above it, which takes the keys. */
  onBusy: (busy: boolean) => void;
}) {
  const read = useStaffDocuments(registrationId);
  const { data } = read;
  const reviews = useCan('documents.review');
  const review = useReviewHere(data);
  const [above, setAbove] = useState<{ readonly act: DocumentAct; readonly key: string } | null>(null);
  const busy = above !== null || review.opened.id !== null;
  const tell = useRef(onBusy);
  useEffect(() => {
    tell.current = onBusy;
  });
  useEffect(() => {
    if (!busy) return;
    tell.current(true);
    return () => tell.current(false);
  }, [busy]);
  if (!data) return <Loading of={read} lines={8} label={copy.loading} failed={copy.loadFailed} />;
  if (data.documents.length === 0) return <Quiet>{copy.none}</Quiet>;
  const { done, of, documents, facts, own_family, registration } = data;
  const target = documents.find(({ type }) => type.key === above?.key);
  return (
    <Stack>
      {of > 0 ? (
        <Stack $gap={6}>
          <Text $figures>{copy.progress(done, of)}</Text>
          <ProgressBar percent={(100 * done) / of} label={copy.progress(done, of)} />
        </Stack>
      ) : null}
      <StaffTools
        registrationId={registrationId}
        missing={documents.some((one) => one.type.required && isToSend({ ...one, required: true }))}
        accepted={documents.some(({ versions }) => versions.some(({ decision }) => decision === 'approved'))}
      />
      {own_family ? <Banner tone="attention">{copy.ownFamily}</Banner> : null}
      <ul aria-label={copy.list} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {documents.map((document) => (
          <StaffDocumentRow
            key={document.type.key}
            document={document}
            facts={facts}
            decides={reviews && !own_family}
            onAct={(act) =>
              act === 'review'
                ? review.opened.open(document.id ?? '')
                : setAbove({ act, key: document.type.key })
            }
          />
        ))}
      </ul>
      <OtherSteps title={copy.checklist} of={data.checklist} />
      <UndoPlace>
        <UndoLine
          last={review.row ? null : review.desk.last}
          finished={review.desk.finished ? reviewCopy.finished : null}
          onUndo={review.desk.takeBack}
        />
      </UndoPlace>
      <Suspense fallback={null}>
        {review.row ? <ReviewDialog row={review.row} opened={review.opened} desk={review.desk} keys /> : null}
        {target && above?.act === 'send' ? (
          <SendDialog registration={registration} document={target} onClose={() => setAbove(null)} />
        ) : null}
        {target && (above?.act === 'waived' || above?.act === 'seen') ? (
          <SettleDialog
            registration={registration}
            document={target}
            status={above.act}
            onClose={() => setAbove(null)}
          />
        ) : null}
      </Suspense>
    </Stack>
  );
}
