import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { StaffDesk, useStaffDesk } from '@gerbang/web-kit/desk/staff-desk.tsx';
import { UndoBar } from '@gerbang/web-kit/desk/undo-bar.tsx';
import { bulkCopy } from '@gerbang/web-kit/lists/bulk.copy';
import { ExportButton } from '@gerbang/web-kit/lists/export-button.tsx';
import { useListCounts } from '@gerbang/web-kit/lists/use-staff-list';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { BellRing, Check, ClipboardList, Milestone } from 'lucide-react';
import { staffDocumentsCopy } from '../document-reviews/staff-documents.copy.ts';
import { stagesCopy } from '../registration-stages/stage.copy.ts';
import { columnsOf } from './registration-columns.tsx';
import { queuesOf, viewsOf } from './registration-views.ts';
import { StageFilter } from './stage-filter.tsx';
import * as api from './staff-registrations.api.ts';
import { exportCopy, KEYS, listCopy as copy } from './staff-registrations.copy.ts';
import { useFeeQueue } from './use-fee-queue.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const RegistrationPanel = lazySheet(() =>
  import('./registration-panel.tsx').then((file) => file.RegistrationPanel),
);
const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx').then((file) => file.BulkDialog));
const RemindDialog = lazyPart(() =>
  import('../document-reviews/staff-remind-dialog.tsx').then((file) => file.RemindDialog),
);

/** /admin/registration: all registrations, the waiting ones found in seconds and worked on in place. */
export function StaffRegistrationsPage() {
  const verifies = useCan('registrations.verify_fee');
  const moves = useCan('registrations.move_stage');
  const desk = useStaffDesk({ ...api.staffRegistrations, queues: queuesOf({ verifies, moves }) });
  const { list, opened, selection, row, above } = desk;
  const { state } = list;
  const summary = useListCounts({ ...list, query: list.queryOfParts }, api.readSummary);
  const withDocuments = list.rows.some(({ documents }) => documents);
  const proofs = state.filters.payment_status === 'paid';
  const waits = proofs || state.sort.endsWith('payment_since');
  const reminds = useCan('documents.review') && withDocuments;
  const exportsPersonal = useCan('registrations.export_personal');
  const queue = useFeeQueue(desk, verifies);
  const acts = [
    // A payment is rejected by itself only, since that needs a reason.
    verifies && { name: 'verify', label: bulkCopy.verify, Icon: Check },
    moves && { name: 'move', label: stagesCopy.move, Icon: Milestone, variant: 'secondary' as const },
    reminds && {
      name: 'remind',
      label: staffDocumentsCopy.remindMarked,
      Icon: BellRing,
      variant: 'secondary' as const,
    },
  ].filter((act) => act !== false);

  return (
    <StaffDesk
      desk={desk}
      sheet={KEYS}
      free={opened.id === null && above === null}
      shortcuts={{ j: queue.begin }}
      columns={columnsOf(desk.open, queue.verdictOf, { waits, proofs })}
      icon={<ClipboardList size={28} />}
      fold={copy.filters}
      views={viewsOf({ verifies, moves }, summary?.views)}
      fields={{ current_stage: <StageFilter state={state} counts={summary?.current_stage} /> }}
      tools={
        <ExportButton
          address={(personal) => list.exportAddress(api.EXPORT_PATH, personal ? { personal: '1' } : {})}
          file={exportCopy.file}
          failed={exportCopy.failed}
          more={exportsPersonal ? exportCopy.personal : undefined}
        />
      }
      ticks={
        acts.length > 0
          ? {
              labels: {
                column: copy.columns.select,
                all: copy.selectAll,
                one: ({ child }) => copy.selectOne(child.full_name),
              },
              acts,
            }
          : null
      }
      panel={(id) => <RegistrationPanel id={id} row={row} opened={opened} queue={queue} />}
      undo={<UndoBar queue={queue} />}
    >
      {above === 'remind' ? (
        <RemindDialog
          rows={selection.rows.map(({ id, child, registration_number: number }) => ({
            id,
            name: `${child.full_name} · ${number}`,
          }))}
          onClose={(sent) => {
            desk.close();
            if (sent) selection.clear();
          }}
        />
      ) : above === 'verify' || above === 'move' ? (
        <BulkDialog kind={above} selection={selection} onClose={desk.close} />
      ) : null}
    </StaffDesk>
  );
}
