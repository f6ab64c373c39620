import type { DocumentRow } from '@gerbang/contracts/document-reviews';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Row } from '@gerbang/ui/layout';
import { SkeletonRows } from '@gerbang/ui/skeleton';
import { DeskPanel } from '@gerbang/web-kit/desk/desk-panel.tsx';
import { UndoLine } from '@gerbang/web-kit/desk/undo-bar.tsx';
import { levelText } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import type { Opened } from '@gerbang/web-kit/lists/use-opened';
import { ChevronLeft, ChevronRight, FileQuestion } from 'lucide-react';
import { styled } from 'styled-components';
import { ReviewBench } from './review-bench.tsx';
import { ReviewButtons } from './review-buttons.tsx';
import { reviewCopy as copy } from './document-reviews.copy.ts';
import { useReviewBench } from './use-review-bench.ts';
import type { ReviewDesk } from './use-review.ts';

interface ReviewProps {
  readonly row: DocumentRow;
  readonly opened: Opened;
  readonly desk: ReviewDesk;
  /** Whether single keys act. */
  readonly keys: boolean;
}

/** A page that is larger than its window is moved by the arrows while it has the focus. */
function movesPage(by: number): boolean {
  const { activeElement: page } = document;
  if (!page?.matches('[role="group"]:has(> img)') || page.scrollWidth <= page.clientWidth) return false;
  page.scrollBy({ left: by });
  return true;
}

/** The keys that lead to the neighbours. */
function useSteps({ opened, desk, keys }: Omit<ReviewProps, 'row'>) {
  useShortcuts(
    {
      arrowright: () => (movesPage(60) ? undefined : desk.advance()),
      arrowleft: () => (movesPage(-60) ? undefined : opened.toPrevious()),
      j: desk.advance,
      k: opened.toPrevious,
    },
    keys,
  );
}

function About({ row }: { row: DocumentRow }) {
  return (
    <Quiet $figures $small>
      {[levelText(row.jenjang, row.kelas), row.registration_number].filter(Boolean).join(' · ')}
      {' · '}
      <Link to={`/admin/registration?id=${row.registration_id}`}>{copy.registration}</Link>
    </Quiet>
  );
}

/** The open document of the queue. */
export function ReviewPanel(props: ReviewProps & { position: { at: number; of: number } | null }) {
  const { opened, desk, keys, position } = props;
  const bench = useReviewBench(props.row, desk, keys);
  useSteps(props);
  const close = () => {
    if (document.querySelector('[data-full], [role="dialog"]')) return;
    if (bench.asksReason) bench.stopAsking();
    else opened.close();
  };
  useShortcuts({ escape: close }, keys);
  const { row } = bench;
  return (
    <DeskPanel
      label={copy.title}
      title={copy.of(row.type.label, row.child_name)}
      about={<About row={row} />}
      opened={opened}
      position={position}
      foot={<ReviewButtons bench={bench} onSkip={desk.advance} />}
    >
      <ReviewBench bench={bench} desk={desk} keys={keys} beside />
    </DeskPanel>
  );
}

// On phones the decision stays in sight while the page and the data are scrolled.
const Foot = styled(DialogActions)`
  flex-direction: column-reverse;
  @media (max-width: 639.98px) {
    position: sticky;
    inset-block-end: 0;
    margin: 0 -16px -24px;
    padding: 0 16px 16px;
    background: var(--bg-surface);
  }
`;

/** The same as a sheet above a registration. */
export function ReviewDialog(props: ReviewProps) {
  const { opened, desk, keys } = props;
  const bench = useReviewBench(props.row, desk, keys);
  useSteps(props);
  const { row } = bench;
  return (
    <Dialog title={copy.of(row.type.label, row.child_name)} wide onClose={opened.close}>
      <Row as="nav" aria-label={copy.steps} $align="center">
        <Button
          small
          variant="secondary"
          aria-disabled={!opened.hasPrevious}
          icon={<ChevronLeft size={16} aria-hidden="true" />}
          onClick={opened.toPrevious}
        >
          {copy.previous}
        </Button>
        <Button
          small
          variant="secondary"
          aria-disabled={!opened.hasNext}
          icon={<ChevronRight size={16} aria-hidden="true" />}
          onClick={opened.toNext}
        >
          {copy.next}
        </Button>
        <About row={row} />
      </Row>
      <ReviewBench bench={bench} desk={desk} keys={keys} beside={false} />
      <Foot>
        <ReviewButtons bench={bench} onSkip={desk.advance} />
        <UndoLine last={desk.last} finished={null} onUndo={desk.takeBack} />
      </Foot>
    </Dialog>
  );
}

/** The address names a document that the list does not have: it is being read, or no longer there. */
export function AbsentPanel({ opened, reading }: { opened: Opened; reading: boolean }) {
  useShortcuts({ escape: opened.close });
  return (
    <DeskPanel label={copy.title} title={copy.title} opened={opened}>
      {reading ? (
        <SkeletonRows rows={6} label={copy.loading} />
      ) : (
        <EmptyState icon={<FileQuestion size={28} />} title={copy.missing} />
      )}
    </DeskPanel>
  );
}
