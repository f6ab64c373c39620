import type { CheckIn, CheckInList } from '@gerbang/contracts/check-ins';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { isMissing } from '@gerbang/web-kit/api/records';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { UnsavedGuard } from '@gerbang/web-kit/forms/unsaved-guard.tsx';
import { ExportButton } from '@gerbang/web-kit/lists/export-button.tsx';
import { Chips, Fields } from '@gerbang/web-kit/lists/list-fields.tsx';
import { Frame } from '@gerbang/web-kit/lists/list-frame-layout';
import { useListLayout } from '@gerbang/web-kit/lists/list-layout';
import { useLocalList } from '@gerbang/web-kit/lists/use-local-list';
import { ViewsButton } from '@gerbang/web-kit/lists/views-button.tsx';
import { formatWeekday } from '@gerbang/web-kit/page/days';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { RecordWait } from '@gerbang/web-kit/page/record-wait.tsx';
import { PrintStyle } from '@gerbang/web-kit/page/print-style.tsx';
import { useParams } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { PrintButton } from '@gerbang/web-kit/page/print-button.tsx';
import { CalendarClock, ChevronLeft, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { timesOf } from '../observation-slots/slot-words.ts';
import { checkInView, useCheckInChanges, useCheckIns } from './check-ins.api.ts';
import { checkInsCopy as copy } from './check-ins.copy.ts';
import { CheckInRow, FACTS } from './check-in-row.tsx';
import { usePresenceQueue } from './use-presence-queue.ts';

// Dialogs bring React Aria along; this one is loaded when it opens.
const AlertDialog = lazyPart(() => import('@gerbang/ui/alert-dialog').then((file) => file.AlertDialog));

const Children = styled.ul`
  list-style: none;
  margin: 0;
  padding: 0;
`;

type Marked = CheckIn & { readonly shown: CheckIn['status'] };
const ORDERS: Readonly<Record<keyof typeof copy.sorts, (one: Marked, other: Marked) => number>> = {
  // As they come.
  child_name: () => 0,
  registration_number: (one, other) => one.registration_number.localeCompare(other.registration_number),
  unmarked: (one, other) => Number(one.shown !== 'booked') - Number(other.shown !== 'booked'),
};

/** /admin/calendar/:slotId, 'Daftar hadir': who came to a slot of the observation, on a phone and without a network too. */
export function CheckInPage() {
  const { slotId = '' } = useParams();
  const read = useCheckIns(slotId);
  if (!read.data || isMissing(read.error)) {
    return (
      <RecordWait
        of={read}
        missing={{ title: copy.missing, text: copy.missingText, to: '/admin/calendar', toLabel: copy.back }}
        lines={8}
        label={copy.loading}
        failed={copy.loadFailed}
      />
    );
  }
  return <List key={slotId} list={read.data} />;
}

function List({ list: { slot, children, from, until } }: { list: CheckInList }) {
  const { queue, marks, kept } = usePresenceQueue(slot.id);
  const writes = useCan('slots.write');
  const [closes, setCloses] = useState(false);
  const unsent = Object.values(marks).filter(({ problem }) => problem === undefined).length;
  const rows = children.map((row): Marked => {
    const mark = marks[row.id];
    return { ...row, shown: mark && mark.problem === undefined ? mark.status : row.status };
  });
  const count = (wanted: string) => rows.filter(({ shown }) => shown === wanted).length;
  const view = useLocalList(checkInView);
  const [layout, setLayout] = useListLayout(view.key);
  const { sort, filters } = view.state;
  // A mark that was refused waits for a person, whatever is filtered by.
  const found = rows
    .filter(({ id, shown }) => !filters.status || shown === filters.status || marks[id]?.problem)
    .toSorted(ORDERS[sort]);
  const open = count('booked');
  const day = jakartaDay(new Date(slot.starts_at));
  return (
    <Stack>
      <PrintStyle />
      <UnsavedGuard unsaved={Object.keys(marks).length > 0} />
      <Row $justify="between" $align="center" data-no-print>
        <LinkButton to={`/admin/calendar?minggu=${day}`} $variant="secondary" $small>
          <ChevronLeft size={16} aria-hidden="true" />
          {copy.back}
        </LinkButton>
        <Row>
          <PrintButton>{copy.print}</PrintButton>
          <ExportButton address={() => `/api/admin/slots/${slot.id}/list?format=xlsx`} file={copy.file} />
        </Row>
      </Row>
      <Card as="section" aria-label={copy.list}>
        <Stack $gap={8}>
          <CardTitle>
            {formatWeekday(day)} · {timesOf(slot)} · {slot.place}
          </CardTitle>
          <p role="status">{copy.counts(count('attended'), count('absent'), open)}</p>
          {writes ? (
            <Quiet $small data-no-print>
              {copy.times(formatMoment(from), formatMoment(until))}
            </Quiet>
          ) : null}
          {unsent > 0 ? (
            <Banner tone="attention" role="status">
              {copy.unsent(unsent)} {kept ? '' : copy.notKept}
            </Banner>
          ) : null}
          {children.length === 0 ? (
            <EmptyState icon={<Users size={28} />} title={copy.empty}>
              {copy.emptyText}
            </EmptyState>
          ) : (
            <Frame $gap={8}>
              <Row $justify="between" data-no-print>
                <Row $align="center">
                  <Fields list={view} sortsByHead={false} />
                  <Chips list={view} />
                </Row>
                <ViewsButton list={view} columns={FACTS} layout={layout} onLayout={setLayout} />
              </Row>
              {found.length === 0 ? <Quiet>{copy.none}</Quiet> : null}
              <Children>
                {found.map((row) => (
                  <CheckInRow
                    key={row.id}
                    row={row}
                    mark={marks[row.id]}
                    hidden={layout.hidden}
                    onMark={(status) => void queue.mark(row.id, status, row.version)}
                    onDrop={() => queue.drop(row.id)}
                  />
                ))}
              </Children>
            </Frame>
          )}
          {writes && open > 0 ? (
            <div data-no-print>
              <Button
                variant="secondary"
                icon={<CalendarClock size={18} aria-hidden="true" />}
                aria-disabled={unsent > 0}
                onClick={() => (unsent > 0 ? undefined : setCloses(true))}
              >
                {copy.close}
              </Button>
            </div>
          ) : null}
        </Stack>
      </Card>
      <Suspense fallback={null}>
        {closes ? <CloseList id={slot.id} open={open} onClose={() => setCloses(false)} /> : null}
      </Suspense>
    </Stack>
  );
}

/** Asks before every child without a mark becomes absent. */
function CloseList({ id, open, onClose }: { id: string; open: number; onClose: () => void }) {
  const keyOf = useRepeatKey();
  const { send, pending } = useDecision(useCheckInChanges(id).close, {
    done: ({ absent }) => copy.closed(absent),
    failed: copy.closeFailed,
    onClose,
  });
  return (
    <AlertDialog
      title={copy.closeTitle}
      confirmLabel={copy.close}
      pendingLabel={copy.closing}
      pending={pending}
      onConfirm={() => send(keyOf([id, open]))}
      onCancel={onClose}
    >
      {copy.closeText(open)}
    </AlertDialog>
  );
}
