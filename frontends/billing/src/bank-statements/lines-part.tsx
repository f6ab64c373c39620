import type { Confidence } from '@gerbang/domain/bank-matches';
import { CONFIDENCE_LABELS, CONFIDENCES } from '@gerbang/domain/bank-matches';
import { LINE_LABELS, type LineStatus } from '@gerbang/domain/bank-lines';
import { Button } from '@gerbang/ui/button';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { DeskFrame, useRoomBeside } from '@gerbang/web-kit/desk/desk-frame.tsx';
import { Key } from '@gerbang/web-kit/desk/desk-foot.tsx';
import { KeysButton } from '@gerbang/web-kit/desk/keys-button.tsx';
import { UndoLine } from '@gerbang/web-kit/desk/undo-bar.tsx';
import { StaffList, type View } from '@gerbang/web-kit/lists/staff-list.tsx';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { useQueryClient } from '@gerbang/web-kit/api/query-client';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { useListCounts, useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { useOpenedAmong } from '@gerbang/web-kit/lists/use-opened';
import { CheckCheck, Landmark } from 'lucide-react';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { bulkCopy, copy as deskWords } from '../bank-matches/bank-matches.copy.ts';
import { CONFIDENCE_TONES } from '../bank-matches/match-tones.ts';
import { useBooking } from '../bank-matches/use-booking.ts';
import { bankLines, readSummary, refreshBank } from './bank-statements.api.ts';
import { copy, KEYS } from './bank-statements.copy.ts';
import { columnsOf, LINE_TONES } from './line-columns.tsx';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const LinePanel = lazySheet(() => import('../bank-matches/line-panel.tsx').then((file) => file.LinePanel));
const LineDialog = lazySheet(() => import('../bank-matches/line-panel.tsx').then((file) => file.LineDialog));
const BulkBooking = lazyPart(() =>
  import('../bank-matches/bulk-booking.tsx').then((file) => file.BulkBooking),
);
const KeysDialog = lazyPart(() =>
  import('@gerbang/web-kit/desk/keys-dialog.tsx').then((file) => file.KeysDialog),
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
  const list = useStaffList(bankLines);
  const { search, from, to, account } = list.query;
  const filters = { search, from, to, account };
  const counts = useListCounts({ key: list.key, query: filters }, readSummary);
  const client = useQueryClient();
  const opened = useOpenedAmong(list);
  const books = useCan('bank.book');
  const beside = useRoomBeside();
  const desk = useBooking({ rows: list.rows, opened });
  const [bulk, setBulk] = useState(false);
  const [sheet, setSheet] = useState(false);
  const row = list.rows.find(({ id }) => id === opened.id);
  const at = list.rows.findIndex(({ id }) => id === opened.id);
  const exact = counts?.confidence.exact.lines ?? 0;
  const free = !bulk && !sheet;
  const startBulk = () => (exact > 0 ? setBulk(true) : undefined);
  useShortcuts({ ...(books ? { b: startBulk } : {}), '?': () => setSheet(true) }, free);
  useShortcuts({ arrowdown: desk.begin, j: desk.begin }, free && beside && opened.id === null);

  const panel =
    beside && opened.id !== null ? (
      <Suspense fallback={<section aria-label={deskWords.loading} />}>
        <LinePanel
          id={opened.id}
          row={row}
          opened={opened}
          desk={desk}
          keys={free}
          position={
            at < 0 || !list.data
              ? null
              : { at: (list.state.page - 1) * list.pageSize + at + 1, of: list.data.total }
          }
        />
      </Suspense>
    ) : null;
  const rows = (
    <StaffList
      list={list}
      columns={columnsOf((one) => opened.open(one.id), desk.isMade)}
      icon={<Landmark size={28} />}
      keys={free}
      current={beside ? opened.id : null}
      onOpen={(one) => opened.open(one.id)}
      onReload={() => void refreshBank(client)}
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
      hints={<KeysButton onClick={() => setSheet(true)} />}
    />
  );
  return (
    <>
      <DeskFrame list={rows} panel={panel} />
      <UndoLine
        last={desk.last}
        finished={desk.finished ? deskWords.finished : null}
        onUndo={desk.takeBack}
      />
      <Suspense fallback={null}>
        {opened.id === null || beside ? null : (
          <LineDialog id={opened.id} row={row} opened={opened} desk={desk} keys={false} />
        )}
        {bulk ? (
          <BulkBooking
            filters={filters}
            skip={desk.isMade}
            onOpen={(line) => {
              setBulk(false);
              if (opened.id === null) opened.open(line.id);
              else opened.show(line.id);
            }}
            onClose={() => setBulk(false)}
          />
        ) : null}
        {sheet ? <KeysDialog keys={KEYS} onClose={() => setSheet(false)} /> : null}
      </Suspense>
    </>
  );
}
