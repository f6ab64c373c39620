import type { StaffRegistrationRow } from '@gerbang/contracts/staff-registrations';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { BulkNames, BulkProgress } from '@gerbang/web-kit/lists/bulk-progress.tsx';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { useQueryClient } from '@gerbang/web-kit/api/query-client';
import { useBulk } from '@gerbang/web-kit/lists/use-bulk';
import type { Selection } from '@gerbang/web-kit/lists/use-selection';
import { StageForm } from '../registration-stages/stage-form.tsx';
import { offerForAll } from '../registration-stages/stage-values.ts';
import { stagesCopy as copy } from '../registration-stages/stage.copy.ts';
import { conflictText } from './conflict-text.ts';
import { refreshLists, stageCall, verifyCall } from './staff-registrations.api.ts';

/** What is done with all ticked registrations. */
export type BulkKind = 'verify' | 'move';

const nameOf = ({ child, registration_number }: StaffRegistrationRow) =>
  `${child.full_name} · ${registration_number}`;

/** Verifies several fees, or moves several registrations to the same next stage, and lists the failures. */
export function BulkDialog({
  kind,
  selection,
  onClose,
}: {
  kind: BulkKind;
  selection: Selection<StaffRegistrationRow>;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const bulk = useBulk<StaffRegistrationRow>(selection, {
    refusal: conflictText,
    refresh: () => refreshLists(client),
  });
  const { rows } = selection;
  const count = bulk.state?.total ?? rows.length;
  const leave = bulk.state?.running ? bulk.stop : onClose;

  return (
    <Dialog
      title={kind === 'verify' ? copy.verifyTitle(count) : copy.moveTitle(count)}
      dismissable={false}
      onClose={leave}
    >
      {bulk.state ? (
        <BulkProgress
          state={bulk.state}
          nameOf={nameOf}
          addressOf={({ id }) => `/admin/registration?id=${id}`}
          onStop={bulk.stop}
          onClose={onClose}
        />
      ) : kind === 'verify' ? (
        <>
          <p>{copy.verifyText}</p>
          <NameList rows={rows} />
          <FormActions
            label={copy.start}
            onCancel={onClose}
            onClick={() =>
              void bulk.run(rows, (row) => verifyCall({ of: row, body: { payment_status: 'verified' } }))
            }
          />
        </>
      ) : (
        <Move rows={rows} run={(act) => void bulk.run(rows, act)} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Move({
  rows,
  run,
  onClose,
}: {
  rows: readonly StaffRegistrationRow[];
  run: (act: (row: StaffRegistrationRow) => Promise<unknown>) => void;
  onClose: () => void;
}) {
  const offer = offerForAll(rows);
  if (offer.offered.length === 0) {
    return (
      <>
        <Banner tone="attention">{copy.noCommon}</Banner>
        <DialogActions>
          <Button onClick={onClose}>{copy.close}</Button>
        </DialogActions>
      </>
    );
  }
  return (
    <>
      <NameList rows={rows} />
      <StageForm
        offer={offer}
        present={null}
        // A file belongs to one record.
        attaches={false}
        draftName="stages"
        pending={false}
        saveLabel={copy.startMove}
        onCancel={onClose}
        onSend={(body, { forgetDraft }) => {
          forgetDraft();
          run((row) => stageCall({ of: row, body }));
        }}
      />
    </>
  );
}

function NameList({ rows }: { rows: readonly StaffRegistrationRow[] }) {
  return (
    <BulkNames>
      {rows.map((row) => (
        <li key={row.id}>{nameOf(row)}</li>
      ))}
    </BulkNames>
  );
}
