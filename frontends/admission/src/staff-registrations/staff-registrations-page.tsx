import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { STAFF_STAGE_LABELS, stagesIn } from '@gerbang/domain/registration-stages';
import { Button } from '@gerbang/ui/button';
import { Select } from '@gerbang/ui/select';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { bulkCopy } from '@gerbang/web-kit/lists/bulk.copy';
import { BulkBar } from '@gerbang/web-kit/lists/bulk-bar.tsx';
import { DeskFrame, useRoomBeside } from '@gerbang/web-kit/desk/desk-frame.tsx';
import { UndoBar } from '@gerbang/web-kit/desk/undo-bar.tsx';
import { deskCopy } from '@gerbang/web-kit/desk/desk.copy';
import { useProofQueue } from '@gerbang/web-kit/desk/use-proof-queue';
import { useQueryClient } from '@gerbang/web-kit/api/query-client';
import { KeysButton } from '@gerbang/web-kit/desk/keys-button.tsx';
import { ExportButton } from '@gerbang/web-kit/lists/export-button.tsx';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { useListCounts, useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { useOpenedAmong } from '@gerbang/web-kit/lists/use-opened';
import { useSelection } from '@gerbang/web-kit/lists/use-selection';
import { BellRing, Check, ClipboardList, Milestone } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { StaffRegistrationRow } from '@gerbang/contracts/admission.types';
import type { BulkKind } from './bulk-dialog.tsx';
import { staffDocumentsCopy } from '../child-documents/staff-documents.copy.ts';
import { stagesCopy } from '../registration-stages/stage.copy.ts';
import { conflictText } from './conflict-text.ts';
import { columnsOf } from './registration-columns.tsx';
import { paymentActionCopy } from './registration-detail.copy.ts';
import { viewsOf } from './registration-views.ts';
import {
  EXPORT_PATH,
  readCheck,
  readSummary,
  refreshLists,
  staffRegistrations,
  verifyCall,
} from './staff-registrations.api.ts';
import { exportCopy, KEYS, listCopy as copy } from './staff-registrations.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const RegistrationDialog = lazySheet(() =>
  import('./registration-dialog.tsx').then((file) => file.RegistrationDialog),
);
const RegistrationPanel = lazySheet(() =>
  import('./registration-panel.tsx').then((file) => file.RegistrationPanel),
);
const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx').then((file) => file.BulkDialog));
const RemindDialog = lazyPart(() =>
  import('../child-documents/staff-remind-dialog.tsx').then((file) => file.RemindDialog),
);
const KeysDialog = lazyPart(() =>
  import('@gerbang/web-kit/desk/keys-dialog.tsx').then((file) => file.KeysDialog),
);

/** /admin/registration: all registrations, the waiting ones found in seconds and worked on in place. */
export function StaffRegistrationsPage() {
  const list = useStaffList(staffRegistrations);
  const summary = useListCounts(list, readSummary);
  const { state } = list;
  const opened = useOpenedAmong(list);
  const selection = useSelection(JSON.stringify([state.search, state.filters]), list.rows);
  const verifies = useCan('registrations.verify_fee');
  const moves = useCan('registrations.move_stage');
  const reminds = useCan('documents.review') && list.rows.some(({ documents }) => documents);
  const exportsPersonal = useCan('registrations.export_personal');
  const [bulk, setBulk] = useState<BulkKind | 'remind' | null>(null);
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
      columns={columnsOf(
        (row) => opened.open(row.id),
        queue.verdictOf,
        list.rows.some(({ documents }) => documents),
      )}
      icon={<ClipboardList size={28} />}
      keys={free}
      fold={copy.filters}
      onOpen={(row) => opened.open(row.id)}
      views={viewsOf({ verifies, moves }, summary?.views)}
      fields={{
        current_stage: (
          <Select
            filters
            compact
            label={copy.stageFilter}
            placeholder={copy.everyStage}
            value={state.filters.current_stage ?? ''}
            options={stagesIn(summary?.current_stage, state.filters.current_stage).map((stage) => ({
              value: stage,
              label: copy.withCount(STAFF_STAGE_LABELS[stage], summary?.current_stage[stage]),
            }))}
            onChange={({ target }) => state.setFilter('current_stage', target.value || null)}
          />
        ),
      }}
      tools={
        <ExportButton
          address={(personal) => list.exportAddress(EXPORT_PATH, personal ? { personal: '1' } : {})}
          file={exportCopy.file}
          failed={exportCopy.failed}
          more={exportsPersonal ? exportCopy.personal : undefined}
        />
      }
      hints={<KeysButton onClick={() => setKeys(true)} />}
      selection={
        verifies || moves || reminds
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
          <BulkBar count={selection.size} onClear={selection.clear}>
            {verifies ? (
              // A payment is rejected by itself only, since that needs a reason.
              <Button small icon={<Check size={16} aria-hidden="true" />} onClick={() => setBulk('verify')}>
                {bulkCopy.verify}
              </Button>
            ) : null}
            {moves ? (
              <Button
                small
                variant="secondary"
                icon={<Milestone size={16} aria-hidden="true" />}
                onClick={() => setBulk('move')}
              >
                {stagesCopy.move}
              </Button>
            ) : null}
            {reminds ? (
              <Button
                small
                variant="secondary"
                icon={<BellRing size={16} aria-hidden="true" />}
                onClick={() => setBulk('remind')}
              >
                {staffDocumentsCopy.remindMarked}
              </Button>
            ) : null}
          </BulkBar>
        ) : null
      }
    />
  );

  return (
    <>
      <DeskFrame list={rows} panel={panel} />
      <UndoBar queue={queue} />
      <Suspense fallback={null}>
        {opened.id === null || beside ? null : (
          <RegistrationDialog id={opened.id} row={openedRow} opened={opened} />
        )}
        {bulk === 'remind' ? (
          <RemindDialog
            rows={selection.rows.map(({ id, child, registration_number: number }) => ({
              id,
              name: `${child.full_name} · ${number}`,
            }))}
            onClose={(sent) => {
              setBulk(null);
              if (sent) selection.clear();
            }}
          />
        ) : bulk === null ? null : (
          <BulkDialog kind={bulk} selection={selection} onClose={() => setBulk(null)} />
        )}
        {keys ? <KeysDialog keys={KEYS} onClose={() => setKeys(false)} /> : null}
      </Suspense>
    </>
  );
}
