import type { Confidence } from '@gerbang/domain/bank-matches';
import { CONFIDENCE_LABELS, CONFIDENCES } from '@gerbang/domain/bank-matches';
import { LINE_LABELS, type LineStatus } from '@gerbang/domain/bank-lines';
import { Button } from '@gerbang/ui/button';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { Key } from '@gerbang/web-kit/desk/desk-foot.tsx';
import { StaffDesk, useStaffDesk } from '@gerbang/web-kit/desk/staff-desk.tsx';
import { UndoLine } from '@gerbang/web-kit/desk/undo-bar.tsx';
import type { View } from '@gerbang/web-kit/lists/staff-list.tsx';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { useListCounts } from '@gerbang/web-kit/lists/use-staff-list';
import { CheckCheck, Landmark } from 'lucide-react';
import { styled } from 'styled-components';
import { bulkCopy, copy as deskWords } from '../bank-matches/bank-matches.copy.ts';
import { CONFIDENCE_TONES } from '../bank-matches/match-tones.ts';
import { useBooking } from '../bank-matches/use-booking.ts';
import { bankLines, readSummary } from './bank-statements.api.ts';
import { copy, KEYS } from './bank-statements.copy.ts';
import { columnsOf, LINE_TONES } from './line-columns.tsx';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const LinePanel = lazySheet(() => import('../bank-matches/line-panel.tsx').then((file) => file.LinePanel));
const BulkBooking = lazyPart(() =>
  import('../bank-matches/bulk-booking.tsx').then((file) => file.BulkBooking),
);

// Beside a tablet's search the button keeps to its words, on one line; phones have a line for it.
const BulkButton = styled(Button)`
  @media (max-width: 1023.98px) {
    flex: none;
    white-space: nowrap;
    svg,
    kbd {
      display: none;
    }
  }
  @media (max-width: 639.98px) {
    flex: 1 1 100%;
    min-height: 44px;
  }
`;

type Counts = Awaited<ReturnType<typeof readSummary>>;
type Named = (typeof bankLines)['filters'];

/** In the order of the work: by how sure the proposal is, then what has none, then what is done. */
const OTHERS: readonly LineStatus[] = ['new', 'attention', 'booked', 'ignored', 'settlement'];

/** Seldom there, so that their parts are left out while they are empty. */
const SELDOM: readonly LineStatus[] = ['attention', 'settlement'];

function viewsOf(counts: Counts | undefined, chosen: string | null): View<Named>[] {
  const isShown = (status: LineStatus) =>
    !SELDOM.includes(status) || status === chosen || (counts?.status[status].lines ?? 0) > 0;
  return [
    ...CONFIDENCES.map((confidence: Confidence) => ({
      key: confidence,
      label: CONFIDENCE_LABELS[confidence],
      count: counts ? counts.confidence[confidence].lines : null,
      tone: CONFIDENCE_TONES[confidence],
      filters: { status: 'proposed', confidence },
    })),
    ...OTHERS.filter((status) => isShown(status)).map((status) => ({
      key: status,
      label: LINE_LABELS[status],
      count: counts ? counts.status[status].lines : null,
      tone: LINE_TONES[status],
      filters: { status },
    })),
  ];
}

/** Money that came in: what it may pay, booked one by one by keys or all that is certain at once. */
export function LinesPart() {
  const desk = useStaffDesk(bankLines);
  const { list, opened, row } = desk;
  const { search, from, to, account } = list.query;
  const filters = { search, from, to, account };
  const counts = useListCounts({ key: list.key, query: filters }, readSummary);
  const books = useCan('bank.book');
  const booking = useBooking({ rows: list.rows, opened });
  const exact = counts?.confidence.exact.lines ?? 0;
  const free = desk.above === null;
  const startBulk = () => (exact > 0 ? desk.setAbove('bulk') : undefined);
  return (
    <StaffDesk
      desk={desk}
      sheet={KEYS}
      free={free}
      shortcuts={{
        ...(books ? { b: startBulk } : {}),
        ...(opened.id === null ? { arrowdown: booking.begin, j: booking.begin } : {}),
      }}
      columns={columnsOf(desk.open, booking.isMade)}
      icon={<Landmark size={28} />}
      views={{ label: copy.counters, views: viewsOf(counts, list.state.filters.status) }}
      beside={
        books && exact > 0 ? (
          <BulkButton
            small
            aria-keyshortcuts="b"
            icon={<CheckCheck size={16} aria-hidden="true" />}
            onClick={startBulk}
          >
            {bulkCopy.button(exact)} <Key>B</Key>
          </BulkButton>
        ) : null
      }
      loading={deskWords.loading}
      panel={(id) => (
        <LinePanel id={id} row={row} opened={opened} desk={booking} keys={free} position={opened.position} />
      )}
      undo={
        <UndoLine
          last={booking.last}
          finished={booking.finished ? deskWords.finished : null}
          onUndo={booking.takeBack}
        />
      }
    >
      {desk.above === 'bulk' ? (
        <BulkBooking
          filters={filters}
          skip={booking.isMade}
          onOpen={(line) => {
            desk.close();
            if (opened.id === null) opened.open(line.id);
            else opened.show(line.id);
          }}
          onClose={desk.close}
        />
      ) : null}
    </StaffDesk>
  );
}
