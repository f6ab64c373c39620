import { lazyPart } from '@gerbang/web-kit/lazy-page';
import { type PaymentStatus, PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { STAFF_STAGE_LABELS, STAGES } from '@gerbang/domain/registration-stages';
import { paymentTone, stageTone } from '@gerbang/domain/status-tones';
import { Button } from '@gerbang/ui/button';
import { Select } from '@gerbang/ui/select';
import { useCan } from '@gerbang/web-kit/abilities';
import { DeskFrame, useRoomBeside } from '@gerbang/web-kit/components/desk/desk-frame';
import { UndoBar } from '@gerbang/web-kit/components/desk/undo-bar';
import { deskCopy } from '@gerbang/web-kit/desk.copy';
import { useProofQueue, type Verdict } from '@gerbang/web-kit/use-proof-queue';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { ExportButton } from '@gerbang/web-kit/components/export-button';
import { StaffList } from '@gerbang/web-kit/components/staff-list';
import { useShortcuts } from '@gerbang/web-kit/shortcuts';
import { useListCounts, useStaffList } from '@gerbang/web-kit/staff-list';
import { useOpenedAmong } from '@gerbang/web-kit/use-opened';
import { useSelection } from '@gerbang/web-kit/use-selection';
import { ClipboardList, Keyboard } from 'lucide-react';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import type { StaffRegistrationRow } from '@gerbang/contracts/admission.types';
import type { Column } from '@gerbang/ui/data-table';
import { CellLines, CellNote, Text, rowButtonCss } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { familyNames, familyPhone, formatDateShort, levelText } from '@gerbang/web-kit/format';
import { BulkBar, type BulkKind } from './bulk-bar.tsx';
import { conflictText } from './conflict-text.ts';
import { paymentActionCopy } from './registration-detail.copy.ts';
import {
  EXPORT_PATH,
  readCheck,
  readSummary,
  refreshLists,
  staffRegistrations,
  verifyCall,
} from './staff-registrations.api.ts';
import { exportCopy, listCopy as copy, NIK_DUPLICATE } from './staff-registrations.copy.ts';

const Open = styled(Button)`
  ${rowButtonCss}
`;

/** How long a proof has waited: `20 mnt`, `5 jam`, `2 hari`. */
function waitText({ payment_status: status, payment_since: since }: StaffRegistrationRow): string {
  if (status !== 'paid') return '-';
  const minutes = Math.max(0, Math.floor((Date.now() - new Date(since).getTime()) / 60_000));
  if (minutes < 60) return copy.minutes(minutes);
  return minutes < 24 * 60 ? copy.hours(Math.floor(minutes / 60)) : copy.days(Math.floor(minutes / 1440));
}

/** The columns of the list; cards on phones. */
const columnsOf = (
  onOpen: (row: StaffRegistrationRow) => void,
  verdictOf: (row: StaffRegistrationRow) => Verdict | undefined,
): Column<StaffRegistrationRow>[] => [
  {
    key: 'child',
    header: copy.columns.child,
    rowHeader: true,
    render: ({ child, nik_duplicate }) => (
      <span>
        {child.full_name}
        {child.nick_name ? <CellNote>{child.nick_name}</CellNote> : null}
        {nik_duplicate ? (
          <CellNote>
            <StatusTag tone="attention" urgent>
              {NIK_DUPLICATE}
            </StatusTag>
          </CellNote>
        ) : null}
      </span>
    ),
  },
  { key: 'parent', header: copy.columns.parent, render: (row) => <Parents parent={row.parent} /> },
  {
    key: 'level',
    header: copy.columns.level,
    render: (row) => levelText(row.jenjang, row.kelas),
  },
  {
    key: 'payment',
    header: copy.columns.payment,
    render: (row) => {
      const made = verdictOf(row);
      const status = made ? (made.reason === null ? 'verified' : 'rejected') : row.payment_status;
      return <StatusTag tone={paymentTone(status, 'staff')}>{PAYMENT_LABELS[status]}</StatusTag>;
    },
  },
  {
    key: 'wait',
    header: copy.columns.wait,
    render: (row) => (
      <Text as="span" $whole>
        {waitText(row)}
      </Text>
    ),
  },
  {
    key: 'stage',
    header: copy.columns.stage,
    render: ({ current_stage: stage }) => (
      <StatusTag tone={stageTone(stage, 'staff')}>{STAFF_STAGE_LABELS[stage]}</StatusTag>
    ),
  },
  {
    key: 'date',
    header: copy.columns.date,
    render: (row) => (
      <Text as="time" $whole dateTime={row.created_at}>
        {formatDateShort(row.created_at)}
      </Text>
    ),
  },
  {
    key: 'actions',
    header: copy.columns.actions,
    actions: true,
    render: (row) => (
      <Open
        small
        variant="secondary"
        aria-label={copy.openOf(row.child.full_name)}
        onClick={() => onOpen(row)}
      >
        {copy.open}
      </Open>
    ),
  },
];

function Parents({ parent }: { parent: StaffRegistrationRow['parent'] }) {
  const names = familyNames(parent);
  const phone = familyPhone(parent);
  if (!names && !phone) return '-';
  return (
    <CellLines>
      {names || null}
      {phone ? (
        <Text as="small" $whole>
          {phone}
        </Text>
      ) : null}
    </CellLines>
  );
}

// Dialogs bring React Aria along; it is loaded when the first one opens.
const RegistrationDialog = lazyPart(() =>
  import('./registration-dialog.tsx').then((file) => file.RegistrationDialog),
);
const RegistrationPanel = lazyPart(() =>
  import('./registration-panel.tsx').then((file) => file.RegistrationPanel),
);
const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx').then((file) => file.BulkDialog));
const KeysDialog = lazyPart(() => import('./keys-dialog.tsx').then((file) => file.KeysDialog));

const OnDesktop = styled.span`
  @media (hover: none) {
    display: none;
  }
`;

/** In the order of the work: what waits comes first. */
const CARDS: readonly PaymentStatus[] = ['paid', 'verified', 'pending', 'rejected'];

/** /admin/registration: all registrations, the waiting ones found in seconds and worked on in place. */
export function StaffRegistrationsPage() {
  const list = useStaffList(staffRegistrations);
  const summary = useListCounts(list, readSummary);
  const { state } = list;
  const opened = useOpenedAmong(list);
  const selection = useSelection(JSON.stringify([state.search, state.filters]), list.rows);
  const verifies = useCan('registrations.verify_fee');
  const moves = useCan('registrations.move_stage');
  const exportsPersonal = useCan('registrations.export_personal');
  const [bulk, setBulk] = useState<BulkKind | null>(null);
  const [keys, setKeys] = useState(false);
  const free = opened.id === null && bulk === null && !keys;
  const beside = useRoomBeside();
  const client = useQueryClient();
  const openedRow = list.rows.find(({ id }) => id === opened.id);
  const queue = useProofQueue<StaffRegistrationRow>({
    key: list.key,
    list,
    opened,
    target:
      verifies && openedRow?.payment_status === 'paid'
        ? { id: openedRow.id, name: openedRow.child.full_name }
        : null,
    waitingOf: (row) => (row.payment_status === 'paid' ? row : null),
    read: readCheck,
    send: ({ check, reason }) =>
      verifyCall({
        of: check,
        body:
          reason === null
            ? { payment_status: 'verified' }
            : { payment_status: 'rejected', rejection_reason: reason },
      }),
    refusal: (error) => conflictText(error, { payment_status: 'paid', current_stage: 'registered' }),
    done: [paymentActionCopy.success, paymentActionCopy.updated],
    failed: paymentActionCopy.failed,
    refresh: () => refreshLists(client),
  });
  useShortcuts({ '?': () => setKeys(true), ...(beside && verifies ? { j: queue.begin } : {}) }, free);

  const panel =
    beside && opened.id !== null ? (
      <Suspense fallback={<section aria-label={deskCopy.loading} />}>
        <RegistrationPanel id={opened.id} row={openedRow} opened={opened} queue={queue} />
      </Suspense>
    ) : null;
  const rows = (
    <StaffList
      list={list}
      columns={columnsOf((row) => opened.open(row.id), queue.verdictOf)}
      icon={<ClipboardList size={28} />}
      keys={free}
      fold={copy.filters}
      onOpen={(row) => opened.open(row.id)}
      counters={{
        label: copy.counters,
        filter: 'payment_status',
        values: CARDS,
        toneOf: (status) => paymentTone(status as PaymentStatus, 'staff'),
        counts: summary?.payment_status,
      }}
      fields={{
        current_stage: (
          <Select
            label={copy.stageFilter}
            placeholder={copy.everyStage}
            value={state.filters.current_stage ?? ''}
            options={STAGES.map((stage) => ({
              value: stage,
              label: copy.withCount(STAFF_STAGE_LABELS[stage], summary?.current_stage[stage]),
            }))}
            onChange={({ target }) => state.setFilter('current_stage', target.value || null)}
          />
        ),
      }}
      tools={
        <>
          <OnDesktop>
            <Button
              small
              variant="ghost"
              icon={<Keyboard size={16} aria-hidden="true" />}
              onClick={() => setKeys(true)}
            >
              {copy.keys}
            </Button>
          </OnDesktop>
          <ExportButton
            address={(personal) => list.exportAddress(EXPORT_PATH, personal ? { personal: '1' } : {})}
            file={exportCopy.file}
            failed={exportCopy.failed}
            more={exportsPersonal ? exportCopy.personal : undefined}
          />
        </>
      }
      selection={
        verifies || moves
          ? {
              ...selection,
              labels: {
                column: copy.columns.select,
                all: copy.selectAll,
                one: ({ child }) => copy.selectOne(child.full_name),
              },
            }
          : null
      }
      marked={
        selection.size > 0 ? (
          <BulkBar
            count={selection.size}
            verifies={verifies}
            moves={moves}
            onStart={setBulk}
            onClear={selection.clear}
          />
        ) : null
      }
    />
  );

  return (
    <>
      <DeskFrame list={rows} panel={panel} />
      <UndoBar queue={queue} />
      <Suspense fallback={null}>
        {opened.id === null || beside ? null : <RegistrationDialog id={opened.id} opened={opened} />}
        {bulk === null ? null : (
          <BulkDialog kind={bulk} selection={selection} onClose={() => setBulk(null)} />
        )}
        {keys ? <KeysDialog onClose={() => setKeys(false)} /> : null}
      </Suspense>
    </>
  );
}
